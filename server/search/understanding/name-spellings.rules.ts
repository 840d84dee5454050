/**
 * Spellings of the commonest authors' names, a name a line, its usual spelling first; words of one name stand behind +.
 * Made by tools/names/write-spellings.ts from Project Gutenberg's catalogue of 2026-06-25 (CC0 1.0).
 */
export const NAME_SPELLINGS = `
  tolstoy толстои tolstoi tolstoj
  plato πλατων
  dostoyevsky dostoevsky dostoievski достоевскии dostojewski
  fyodor fiodor fjodor feodor
  chekhov chekov чехов tchekhov tshehov tchekhoff tschechow tchekoff
  anton антон
  turgenev тургенев tourgueneff turgenieff toergenev turgenjeff
  ivan иван iwan
  homer ομηροσ
  gorky горькии gorki
  maksim максим
  euripides ευριπιδησ
  gogol гоголь
  nikolai nikolay николаи nikolaj николај nikolaus
  xenophon ξενοφων
  aristophanes αριστοφανησ aristofanes
  virgil vergil
  pushkin пушкин poushkin puskin
  aleksandr александр
  andreyev андреев andreev andrejev andreyeff
  leonid леонид
  aristotle αριστοτελησ aristoteles
  sophocles σοφοκλησ sofocles sophokles
  krudy круди
  aeschylus aischylos αισχυλοσ
  herodotus ηροδοτοσ herodoto
  thucydides θουκυδιδησ tucidides θουκιδιδησ
  blavatsky blavatski блаватская
  helena yelena
  augustine augustinus
  confucius 孔子
  kuprin куприн kouprine
  gardonyi gardoni гардони
  geza gezah геза
  jianren yanren
  papadiamantes παπαδιαμαντησ papadiamantis
  alexandros αλεξανδροσ
  sunzi sun+tzu
  herzen hertzen
  kropotkin кропоткин
  petr петр peter
  karkavitsas καρκαβιτσασ
  andreas ανδρεασ
  merezhkovsky мережковскии merejkowsky merejkowski mereschkowski
  dmitry дмитрии dmitri
  epictetus epicteto
  lermontov лермонтов
  mikhail михаил mikhayil
  trotsky троцкии trotzky
  goncharov гончаров
  laozi 老子 lao+tzu lao+tse
  livy livius
  kalidasa कालिदास galidasa calidasa kaalidaasa
  velimirovic велимировић
  plotinus plotinos πλωτινοσ
  karolides καρολιδησ karolidis carolidis
  paulos παυλοσ pavlos
  leskov leskow лесков lyeskoff
  theocritus θεοκριτοσ theokritos
  demosthenes δημοσθενησ
  sologub сологуб
  korolenko короленко korolyenko
  vladimir владимир
  vikelas bikelas βικελασ
  demetrios demetrius δημητριοσ
  dubnow дубнов dubnov
  simon schimon
  catullus catullo katullus
  palamas παλαμασ
  kostes κωστησ kostis
  rhoides ροιδησ roidis
  emmanouel εμμανουηλ emmanuel
  kondylakes kondilakis κονδυλακησ kondylakis
  ioannes ioannis ιωαννησ
  moraitides μωραιτιδησ
  bunin бунин
  longus longos λογγοσ
  trikoupes τρικουπησ trikoupis
  spyridon σπυριδων
  faxian 法顯
  artsybashev artzibashef арцыбашев arzybaschew
  michael michail
  mencius 孟子
  chatzopoulos hatzopoulos chatzopulos χατζοπουλοσ
  kostantinos konstantinos κωνσταντινοσ κωσταντινοσ
  anacreon anakreont anacreonte ανακρεων
  georgios γεωργιοσ
  nirvanas nirbanas νιρβανασ
  eftaliotis εφταλιωτησ
  argyris αργυρησ
  krystalles κρυσταλλησ krystallis
  kostas κωστασ
  remizov ремизов remisoff remisov remisow
  aleksei алексеи aleksey
  strabo strabon στραβων
  julian julianus
  metchnikoff мечников
  pausanias παυσανιασ
  paulus paul
  aegineta aiginetes
`
