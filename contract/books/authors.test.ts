import { expect, test } from 'vitest'
import { authorNames } from './authors.ts'

test.each([
  ['Suzanne Collins', ['Suzanne Collins']],
  ['J.K. Rowling, Mary GrandPré, Rufus Beck', ['J.K. Rowling', 'Mary GrandPré', 'Rufus Beck']],
  ['Ann Lee; Bo Ek', ['Ann Lee', 'Bo Ek']],
  ['A. B., C. D. & E. F.', ['A. B.', 'C. D.', 'E. F.']],
  ['Terry Pratchett and Neil Gaiman', ['Terry Pratchett', 'Neil Gaiman']],
  ['Ann Lee, Bo Ek, and Cy Dee', ['Ann Lee', 'Bo Ek', 'Cy Dee']],
  ['Karl Marx und Friedrich Engels', ['Karl Marx', 'Friedrich Engels']],
  ['Jorge Luis Borges / Adolfo Bioy Casares', ['Jorge Luis Borges', 'Adolfo Bioy Casares']],
  ['أبو العلاء المعري، طه حسين', ['أبو العلاء المعري', 'طه حسين']],
  ['曹雪芹、高鹗', ['曹雪芹', '高鹗']],
])('%s are %j', (text, names) => expect(authorNames(text)).toEqual(names))

test.each([
  ['King, Stephen', ['Stephen King']],
  ['Rowling, J. K.', ['J. K. Rowling']],
  ['Tolkien, J.R.R.', ['J.R.R. Tolkien']],
  ['Le Guin, Ursula K.', ['Ursula K. Le Guin']],
  ['Cervantes, Miguel de', ['Miguel de Cervantes']],
  ['King, Stephen; Straub, Peter', ['Stephen King', 'Peter Straub']],
  ['King, Stephen & Straub, Peter', ['Stephen King', 'Peter Straub']],
  ['Gaiman, Neil, Pratchett, Terry', ['Neil Gaiman', 'Terry Pratchett']],
  ['King, Martin Luther, Jr.', ['Martin Luther King Jr.']],
  // An author of a single name, and who translated it.
  ['Homer, Robert Fagles', ['Homer', 'Robert Fagles']],
  ['Plato, G.M.A. Grube', ['Plato', 'G.M.A. Grube']],
  ['J.K. Rowling, MinaLima', ['J.K. Rowling', 'MinaLima']],
])('%s: a name that a comma turns round is turned back', (text, names) => expect(authorNames(text)).toEqual(names))

test.each([
  ['Kurt Vonnegut, Jr.', ['Kurt Vonnegut Jr.']],
  ['Bill Martin Jr., Eric Carle', ['Bill Martin Jr.', 'Eric Carle']],
  ['Frank B. Gilbreth, Jr., Ernestine Gilbreth Carey', ['Frank B. Gilbreth Jr.', 'Ernestine Gilbreth Carey']],
  ['Andre Dubus III', ['Andre Dubus III']],
  ['Strunk and White', ['Strunk and White']],
  ['Better Homes and Gardens', ['Better Homes and Gardens']],
  ['Department of Health and Human Services', ['Department of Health and Human Services']],
  ['Roald Dahl, Quentin Blake (Illustrator)', ['Roald Dahl', 'Quentin Blake']],
  ['John Smith et al.', ['John Smith']],
  ['Ida Holm,  , Ida Holm', ['Ida Holm']],
  ['?', ['?']],
  [' , ', []],
])('%s are %j: suffixes, organisations and roles', (text, names) => expect(authorNames(text)).toEqual(names))
