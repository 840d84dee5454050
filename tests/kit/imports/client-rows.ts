import { files, inFolder, node, packages, type Row } from './allowed.ts'

const rooms = (...names: string[]) => inFolder(...names.map((name) => `client/${name}/`))

/** A room of the client: itself, the rooms below it, the contract, the drawn covers and the packages it is made of. */
const room = (name: string, below: string[], ...made: string[]): Row => [
  `room ${name}`,
  new RegExp(`^client/${name}/`),
  [rooms(name, ...below), inFolder('contract/', 'cover/'), files(...made.map((part) => `npm:${part}`))],
]

/** What the files of the client may import. */
export const clientRows: Row[] = [
  [
    'addresses of the screens',
    /^client\/app\/routes\.ts$/,
    [packages('@react-router/dev'), files('contract/screens.ts')],
  ],
  [
    'screens’ entry on the server',
    /^client\/app\/entry\.server\.tsx$/,
    [
      inFolder('client/app/', 'contract/'),
      files('client/api/screen-services.ts'),
      packages('react-dom', 'react-router'),
      node,
    ],
  ],
  [
    'frame of every page',
    /^client\/app\//,
    [
      rooms('app', 'session', 'ui', 'api', 'look'),
      inFolder('contract/', 'npm:@fontsource-variable/'),
      packages('react', 'react-router', 'react-dom/client'),
    ],
  ],
  [
    'screens',
    /^client\/screens\//,
    [
      rooms(
        'screens',
        'scanning',
        'club',
        'tasks',
        'orders',
        'messages',
        'buying',
        'books',
        'favourites',
        'session',
        'lists',
        'forms',
        'ui',
        'api',
      ),
      inFolder('contract/'),
      packages('react', 'react-router', '@tanstack/react-query', '@stripe/stripe-js'),
      files('npm:zod/mini'),
    ],
  ],
  room('club', ['session', 'forms', 'ui', 'api'], 'react', 'react-router', '@tanstack/react-query', 'zod/mini'),
  room('tasks', ['books', 'session', 'ui', 'api'], 'react', 'react-router'),
  room(
    'messages',
    ['books', 'session', 'forms', 'ui', 'api'],
    'react',
    'react-router',
    '@tanstack/react-query',
    'zod/mini',
  ),
  // Public pages load of these rooms what lies in no folder: the query library stays out of it.
  room(
    'orders',
    ['books', 'session', 'forms', 'ui', 'api'],
    'react',
    'react-router',
    '@tanstack/react-query',
    'zod/mini',
  ),
  room(
    'buying/form',
    ['books', 'session', 'forms', 'ui', 'api'],
    'react',
    'react-router',
    '@tanstack/react-query',
    'zod/mini',
  ),
  room('buying', ['session', 'ui'], 'react', 'react-router'),
  room('books/members', ['books', 'session', 'lists', 'ui', 'api'], 'react', '@tanstack/react-query'),
  room('books', ['favourites', 'lists', 'ui', 'api'], 'react', 'react-router'),
  room('favourites', ['session', 'ui', 'api'], 'react'),
  room(
    'session',
    ['lists', 'forms', 'ui', 'api'],
    'react',
    'react-router',
    '@tanstack/react-query',
    'zod/mini',
    '@firebase/app',
    '@firebase/auth',
    '@simplewebauthn/browser',
  ),
  room('lists/tables', ['lists', 'ui', 'api'], 'react', 'react-router'),
  // On the server alone.
  room('lists/finished', [], 'react', 'react-router', 'react-dom/server'),
  room('lists', ['ui'], 'react', 'react-router'),
  room('forms', ['ui', 'api'], 'react', 'zod/mini'),
  room('scanning', [], 'react', 'zxing-wasm/reader', 'zxing-wasm/reader/zxing_reader.wasm?url'),
  room('ui/qr', [], 'qr'),
  room('ui', ['api'], 'react', 'react-router'),
  room('api', [], 'react-router', 'zod/mini'),
  ['look', /^client\/look\//, [rooms('look'), inFolder('contract/')]],
]
