// Written by tools/drawing/cover-advances.ts.

/** The code of a width of 0; every code above is one hundredth of the type size more. */
export const ZERO = 35
/** Widths of the printable ASCII characters from the space on. */
export const PRINTABLE =
  '8BGd^n5GGaZ>I=RfQ`[a]`W`a=?VZVX|kiird_owKTqa~orhrm`hmikgbERFPR<Z^V`WI\\aBB_Ba]`_RRI`YtYZSK?K`'
/** Letters that are wider than their base, or have none, and their widths. */
export const OTHERS =
  '¡¢£¤¥¦§¨©ª«¬­®¯°±²³´µ¶·¸¹º»¼½¾¿ÆÐ×ØÞßæð÷øþĐđĝĦħıĲĳĸĿŀŁłŊŋŒœŦŧƏƒƯưǄǅǆǇǈǉǊǋǌǼǽǾǿȷḡẞỨứỪừỬửỮữỰự–—‘’‚“”„†•…′″‹›€™'
export const OTHER_WIDTHS =
  'AVb]gC]J~W]Y#kIJZHE;`e@?AX]nopVrUrhgt]Z]_r_aw`B|`_aLaBn`{hHkPna±¢` tr]BaonananananaWu::<PQRZJz8LEEi'
