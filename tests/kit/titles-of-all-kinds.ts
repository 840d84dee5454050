import type { CoverFacts } from '#cover/variant.ts'

const odd: [title: string, author: string][] = [
  ['Q', 'Luther Blissett'],
  ['!', 'No Letter At All'],
  ['…', '?'],
  ['1984', 'George Orwell'],
  ['S/Z', 'Roland Barthes'],
  ['W', 'W'],
  ['WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW', 'MMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMM'],
  ['illlllllllllllllllllllllllllliiiiiiiiiiiiiiiiiiiiiiiii', 'iiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiii'],
  ['Donaudampfschifffahrtsgesellschaftskapitänswitwe', 'Hans Huber'],
  ['https://www.example.org/a/very/long/address/that/somebody/pasted?into=the&title=field', 'nobody@example.org'],
  ['The Hunger Games (The Hunger Games, #1)', 'Suzanne Collins'],
  ['Zen and the Art of Motorcycle Maintenance: An Inquiry Into Values', 'Robert M. Pirsig'],
  ['Good Omens: The Nice and Accurate Prophecies of Agnes Nutter, Witch', 'Terry Pratchett, Neil Gaiman'],
  ['A: B', 'A, B'],
  [`${'Very '.repeat(59)}long`, 'Someone Longname von und zu Hohenlohe-Schillingsfürst-Langenburg'],
  ['A'.repeat(300), 'B'.repeat(1000)],
  ['Handbook of Together', Array.from({ length: 40 }, (_, at) => `Author Number ${at + 1}`).join(', ')],
  ['Two Hands', 'Ann Lee; Bo Ek'],
  ['  Spaces   and\ttabs ', ' Someone '],
  ['Ängeln på sjunde trappsteget', 'Mia Törnblom'],
  ['Příliš žluťoučký kůň úpěl ďábelské ódy', 'Łukasz Żółw'],
  ['Đường về nhà của những người con xa xứ', 'Nguyễn Thị Ngọc Ánh'],
  ['Tie̋dosta ja e̊päilystä', 'Marks That Combine'],
  ['Straße & Söhne: “Œuvre” — ‘façade’ …', 'Æsop Þór Øst'],
  ['Война и мир', 'Лев Толстой'],
  ['Преступление и наказание: роман в шести частях с эпилогом', 'Фёдор Михайлович Достоевский'],
  ['Достопримечательности', 'Щукин, Жуков, Юшин, Ющенко'],
  ['Οδύσσεια', 'Όμηρος'],
  ['Ο βίος και η πολιτεία του Αλέξη Ζορμπά', 'Νίκος Καζαντζάκης'],
  ['ألف ليلة وليلة', 'مجهول'],
  ['رسالة الغفران وأخبار من لا يعرف الطريق إلى البيت في الليلة الأخيرة من الشتاء', 'أبو العلاء المعري، طه حسين'],
  ['שירת האש', 'דוד לוי'],
  ['سفر Book 2 إلى الغد', 'A. Mixed, ب. مختلط'],
  ['吾輩は猫である', '夏目漱石'],
  ['銀河鉄道の夜、そして注文の多い料理店。その他の短編を集めた全集（上巻）', '宮沢賢治'],
  ['红楼梦：一百二十回本，附注释、人物表与后记，供一般读者使用', '曹雪芹、高鹗'],
  ['엄마를 부탁해', '신경숙'],
  ['गोदान', 'प्रेमचंद'],
  ['สี่แผ่นดินและเรื่องราวที่ไม่มีช่องว่างระหว่างคำเลยสักแห่งเดียว', 'คึกฤทธิ์ ปราโมช'],
  ['ქართული ანბანი', 'შოთა რუსთაველი'],
  ['🐛 The Caterpillar’s Feast 🍎', 'Emoji Author'],
  ['👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦', '🇩🇪🇫🇷'],
  ['e\u0301'.repeat(200), 'o\u0308'.repeat(200)],
]

const beginnings = [
  'The Last',
  'A Quiet',
  'Her Second',
  'Notes on the',
  'The Honest',
  'One More',
  'Unter dem',
  'Så länge',
]
const things = ['Lantern', 'Harbour', 'Orchard', 'Ledger', 'Winter', 'Staircase', 'Kitchen', 'Railway Junction']
const endings = ['', ' of Saint-Étienne', ': A Memoir', ' and What Became of Those Who Stayed', ' (The Long Shelf, #3)']
const writers = [
  'Ida Holm',
  'J.K. Rowan, Mary Grandpré',
  'Jean-Baptiste de la Rochefoucauld-Montbel',
  'A. B., C. D., E. F., G. H.',
]

const made = beginnings.flatMap((beginning) =>
  things.flatMap((thing) =>
    endings.map((ending, at): [string, string] => [`${beginning} ${thing}${ending}`, writers[at % writers.length]!]),
  ),
)

/** Some hundreds of books of the project's own: long and short, many authors, many scripts, and plain wrong ones. */
export const titlesOfAllKinds: CoverFacts[] = [...odd, ...made].map(([title, author], at) => ({
  id: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
  title,
  author,
}))
