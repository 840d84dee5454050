const PICTURE = '/images/01980a6e0000700080000000000000a6/1200.webp'

/** Named in examples of bodies; tests put their own in place of these. */
export const exampleIds = {
  account: '01980a6e-0000-7000-8000-000000000001',
  book: '01980a6e-0000-7000-8000-000000000002',
  order: '01980a6e-0000-7000-8000-000000000003',
  category: '01980a6e-0000-7000-8000-000000000004',
  message: '01980a6e-0000-7000-8000-000000000005',
  email: 'reader@example.org',
  picture: PICTURE,
}

/** The number of an order in examples of emails. */
export const exampleOrderNumber = '7K4-M2QX'

/** The body of a new listing, and of an edit. */
export const exampleBook = {
  book_name: 'The Tide Table',
  book_writer: 'Nell Harrow',
  book_img: PICTURE,
  images: [],
  originalPrice: '24',
  resalePrice: '12.50',
  condition: 'good' as const,
  mobileNumber: '+49 30 123456',
  category_name: 'novel-book',
  location: 'By the fountain',
  description: 'Read once.',
  yearOfPurchase: '2020',
}

/** People in examples of emails. */
export const exampleNames = { buyer: 'Tomas Lind', seller: 'Ida Brandt', admin: 'Ada Quill' }
