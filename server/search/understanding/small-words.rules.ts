/** Words that stand between the words of a title: titles are compared without them. */
const CONNECTING = new Set(
  'a an the and or of der die das ein eine und le la les l un une et de du d el los las y del il lo gli e di het een'.split(
    ' ',
  ),
)
/** What people say around a title, or a shop behind it. */
const AROUND = new Set(
  (
    'by in on at to for from with as into am i me my you your we it is are was be do does did have has had any some that this these those what which who where ' +
    'there about can could would please if so im id looking find want need read called named written author ' +
    'book books novel novels story stories series trilogy saga volume vol part edition ed copy copies used new second hand ' +
    'secondhand preowned paperback hardcover hardback hardbound softcover softback pbk hbk ebook epub kindle pdf mobi ' +
    'audiobook audio cd online free download buy cheap sale isbn illustrated signed first 1st 2nd mint condition good fine like'
  ).split(' '),
)
export const isYear = (word: string): boolean => /^(?:1[5-9]|20)\d\d$/.test(word)

/** Whether a title may have this word or not, without being another one: 'the', 'of', 'and'. */
export const isConnecting = (word: string): boolean => CONNECTING.has(word)

/** Whether a word decides nothing where others stand beside it: 'by', 'paperback', '2005'. */
export const isSmall = (word: string): boolean => CONNECTING.has(word) || AROUND.has(word) || isYear(word)
