const example = `test('a price keeps its cents', () => {
  expect(minorUnits('19.99')).toBe(1999)
})`

/** On unit testing. */
export function UnitTestsArticle() {
  return (
    <>
      <p>
        A unit test runs one small piece of a program, a function or a component, apart from the rest, and checks that
        it does what was promised. It runs in milliseconds, without a network or a browser, and says the same thing
        every time.
      </p>
      <pre>
        <code>{example}</code>
      </pre>
      <p>
        That one is not made up: in floating-point arithmetic 19.99 × 100 is 1998.9999999999998. Nobody finds that by
        clicking through a shop, and with a test nobody has to find it twice.
      </p>
      <h3>What you get</h3>
      <ul>
        <li>Faults show where they are, minutes after they were made, rather than weeks later in somebody’s basket.</li>
        <li>You can change the inside of a thing and know that its outside is still the same.</li>
        <li>The test is an example that cannot go out of date: it says how the piece is meant to be used.</li>
        <li>Code that is hard to test is usually doing too much. The test tells you first.</li>
      </ul>
      <h3>What makes a good one</h3>
      <p>
        It checks behaviour that somebody relies on, not the way it was written. It looks at the edges: nothing, one,
        too many, the wrong kind. It has one reason to fail, and its name says which. And it <em>can</em> fail: break
        the code once and see it go red, or it proves nothing.
      </p>
      <p>
        Unit tests do not show that the pieces fit together. For that there are integration tests, with a real database,
        and a few journeys through the whole product in a real browser. Replace with stand-ins only what is outside your
        control; a test full of mocks mostly tests the mocks.
      </p>
    </>
  )
}
