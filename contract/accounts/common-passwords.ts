/**
 * The passwords that are guessed first: the heads of every published list of leaked ones, from six characters on, in
 * small letters. Typed together here; what is made of them by the usual tricks is recognised as well.
 */
const COMMONEST = new Set(
  `
  000000 0000000 00000000 010101 012345 0123456 01234567 0123456789 0987654321 098765 098765432 101010 102030 10203040
  111111 1111111 11111111 111111111 1111111111 111222 112211 112233 11223344 1122334455 121212 12121212 123000 123123
  12312312 123123123 123321 1233211 123321123 12341234 1234321 12344321 12345 123454321 123456 1234567 12345678 123456789
  1234567890 12345678910 123456987 123457 12345679 123654 123654789 123789 123987 123abc 123qwe 123qweasd 131313 134679
  135790 135792468 141414 142536 147147 147258 147258369 147852 147852369 151515 159357 159753 159951 161616 171717 181818
  191919 1a2b3c 1a2b3c4d 1g2w3e4r 1q2w3e 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 202020 212121
  222222 22222222 232323 242424 246810 252525 258456 262626 272727 292929 303030 313131 321321 321654 321654987 333333
  33333333 343434 369258147 420420 424242 444444 44444444 456123 456456 456789 474747 494949 505050 515150 515151 525252
  555555 5555555 55555555 5555555555 565656 654321 654654 656565 666666 6666666 66666666 696969 69696969 717171 741852
  741852963 753159 753951 7654321 767676 777777 7777777 77777777 777888 787878 789456 789456123 789789 797979 808080
  818181 852456 852963 87654321 878787 888888 8888888 88888888 898989 909090 963852 963852741 987654 9876543 98765432
  987654321 9876543210 987987 989898 999999 9999999 99999999 999999999
  aaaaaa aaaaaaa aaaaaaaa aa123456 aabbcc ab123456 abc123 abc12345 abc123456 abcabc abcd123 abcd1234 abcde123 abcdef
  abcdefg abcdefgh access action admin123 administrator admins adidas alexander alexandra alexis amanda america anders
  andrea andrew andrey angel1 angela angelica angels anthony apples applepie april1 arsenal arthur asdasd asdasdasd asdf123
  asdf1234 asdfasdf asdfgh asdfghj asdfghjk asdfghjkl asdqwe123 ashley asshole august austin awesome
  azerty azertyuiop babygirl badboy badger bailey banana barbara barbie barcelona barney baseball basketball batman bball1
  beautiful bestfriend beyonce bigdog bigdaddy bismillah biteme blabla blahblah blessed blessing blink182 blowme bond007
  booboo booger boomer booster boston brandon brandy brazil brooklyn bubbles buddy123 budlight bulldog bullshit buster
  butterfly california camaro cameron canada captain carlos carolina caroline casper changeme charles charlie charlotte
  cheese chelsea cherry chester chicago chicken chocolate christian christina christine christopher classic
  cocacola coffee compaq computer connect consumer cookie cooper corvette cowboy cowboys creative cristina crystal
  cupcake dakota dallas danger daniel daniela danielle darkness david123 deadpool default destiny dennis
  desire dexter diablo diamond digital direct disney doctor dogear dolphin dolphins donald dragon dragonball dreams
  drowssap eagles easter eclipse edward einstein elephant elizabeth eminem emmanuel enigma enter1 entrance everton
  explorer extreme faith123 falcon family fender ferrari fishing flamengo florida flower flowers fluffy football football1
  ford150 forever forever21 forget formula1 fortnite foxtrot francis frankie freddy freedom friend friends friendship
  fuckoff fuckyou fuckyou2 garfield gateway genesis george gemini ginger giovanni girls1 gizmodo godzilla
  golden goldie golfer google gordon grace1 greatest green1 guitar gunner hahaha hahahaha hammer hannah happiness
  hardcore harley harrypotter hannibal heaven hector helena hello1 hello123 hellokitty helloworld hermes hockey hollywood
  honey1 hotdog hotmail hottie house1 houston hunter hunter2 iceman idontknow iforgot ihateyou iloveme iloveu iloveyou
  iloveyou1 iloveyou2 imissyou india123 indian infinity inside integra internet inuyasha invisible ironman isabella isabelle
  jackass jackie jackson jaguar january jasmine jason1 jasper jennifer jeremy jessica jesus1 jesus123 jesuschrist jordan
  jordan23 joseph joshua juventus junior justin justine kamikaze katherine kathleen katrina kawasaki kimberly killer kisses
  kitten kittycat knight lakers lalala lauren legend leonardo letmein letmein1 liberty library lifeisgood lilwayne
  liverpool login1 london london1 looking lorenzo lovelife lovelove lovely loveme lover1 lovers loveyou lucky7
  ludacris madison maggie magic1 manchester marcus margaret maria1 marie1 marina marine mariposa marlboro martin martina
  master master1 mathew matrix matthew maverick maxwell melanie melissa mercedes merlin metallica mexico michael michelle
  mickey midnight miller mikemike million minecraft minnie miracle mister mobile mommy1 monday money1 monica monkey monkey1
  monster montana moomoo morgan mother motorola mountain muffin murphy music1 mustang myname mylove mypass mypassword mynoob
  naruto naruto1 natalia natalie nathan natasha newpass newyork nicholas nicole nigger nikita nintendo nirvana nothing
  nothing1 november number1 october october1 oliver olivia online orange orlando oscar1 orgasm pa55word packers pakistan
  paladin panda1 pantera panther paradise parker parola pass123 pass1234 passpass passport passw0rd password passwort
  patrick paulina peaches peanut pebbles penguin people pepper perfect phoenix phoenix1 photoshop piano1 picture pikachu
  pinkfloyd pirate platinum player playboy please pokemon police popcorn porsche portugal power1 precious prince princesa
  princess princess1 private puppies purple pussycat qazqaz qazwsx qazwsxedc qazxsw qqqqqq qweasd qweasdzxc qweqwe qweqweqwe
  qwer123 qwer1234 qwert123 qwerty qwerty1 qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty123456 qwertyu qwertyui qwertyuiop
  qwertz qwertzuiop rabbit rachel raiders rainbow ranger rangers rasta1 realmadrid rebecca redsox remember
  richard ricardo robert roberto robinson rockstar rocky1 ronaldo rosebud runner runescape russia samantha samsung
  sandra santiago santos saturn savannah school scooby scooter scorpion scotland sebastian secret secret1 secure
  security september serenity sergey service shadow shadow1 shannon shelby simone simple sister skater skittles slayer
  slipknot smokey snickers snoopy snowball soccer soccer1 solomon sophie spartan special spider spiderman spongebob
  spring stalker starbucks starwars station stella stephanie steven student success sucker sugar1 summer summer1 sunday
  sunflower sunshine sunshine1 superman superman1 superstar support supreme sweetheart sweetie sweety swordfish sydney
  system taylor tequila teresa test123 test1234 test12345 testing testing1 testtest therock thomas thunder tiffany tigers
  tigger tinker tinkerbell titanic toyota travel travis trinity trouble trustme trustno1 tucker turtle tweety
  twilight twitter undertaker unicorn united universe unknown valentina valentine vanessa vanilla vampire veronica victor
  victoria victory vikings vincent violet viper1 virginia volleyball warcraft warrior warriors welcome welcome1
  welcome123 whatever whatever1 whiskey william williams willow wilson windows winner winston winter wizard wolverine
  wonderful wordpass www123 xavier xbox360 xxxxxx xxxxxxxx yamaha yankees yellow yellow1 yourmom yvonne zaq12wsx zaq1zaq1
  zaqwsx zinger zxc123 zxcasd zxcvbn zxcvbnm zxczxc zzzzzz
  `
    .split(/\s+/)
    .filter(Boolean),
)

const LETTER_BEHIND: Readonly<Record<string, string>> = { '@': 'a', '4': 'a', '3': 'e', '0': 'o', $: 's', '5': 's' }

/**
 * Whether a password is among the first guesses: one of the commonest, also in capitals, with signs for
 * letters, or with the usual ending ('Passw0rd!', 'Dragon123'); or a single character held down.
 */
export function isCommonPassword(password: string): boolean {
  const plain = password.normalize('NFKC').toLowerCase()
  if (/^(.)\1*$/u.test(plain)) return true
  const bare = plain.replace(/[!.?]+$/, '').replace(/(?<=\D)(?:1|12|123|1234)$/, '')
  return [plain, bare].some(
    (word) => COMMONEST.has(word) || COMMONEST.has(word.replace(/[@430$5]/g, (sign) => LETTER_BEHIND[sign] ?? sign)),
  )
}
