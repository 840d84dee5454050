const example = `const book = {
  describe() { return this.title + ', used' },
}
const novel = Object.create(book)
novel.title = 'The Salt Road'

novel.describe()                       // 'The Salt Road, used'
Object.hasOwn(novel, 'describe')       // false: it was found on book
Object.getPrototypeOf(novel) === book  // true`

/** On prototypal inheritance in JavaScript. */
export function PrototypesArticle() {
  return (
    <>
      <p>
        In JavaScript, objects inherit from objects. Each one has a hidden link to another object, its prototype, or to{' '}
        <code>null</code>. When you read a property that an object lacks, the engine looks at its prototype, then at the
        prototype’s prototype, until it finds the property or reaches the end of the chain. Then the answer is{' '}
        <code>undefined</code>.
      </p>
      <pre>
        <code>{example}</code>
      </pre>
      <p>
        Two details matter. A method that was found on a prototype still runs with <code>this</code> set to the object
        it was called on; that is how one function can serve many objects. And writing usually does not climb: assigning{' '}
        <code>novel.title</code> makes a property on <code>novel</code> and leaves <code>book</code> alone. (A setter on
        the chain is called instead, and a read-only property there refuses the assignment.)
      </p>
      <h3>And classes?</h3>
      <p>
        <code>class</code> is a better way of writing the same thing, with a few additions such as private fields.
        Methods live on the constructor’s <code>prototype</code> object, and each instance is linked to it.{' '}
        <code>extends</code> links two such objects together. Don’t confuse a function’s <code>prototype</code>{' '}
        property, which is what its future instances will be linked to, with the function’s own prototype.
      </p>
      <h3>What to take along</h3>
      <p>
        Copying is not involved: change a prototype, and everything linked to it sees the change at once. That is why
        adding methods to built-in prototypes is a bad habit. Keep chains short, prefer composition where objects only
        need to work together, and use <code>Object.hasOwn</code> when you care where a property comes from.
      </p>
    </>
  )
}
