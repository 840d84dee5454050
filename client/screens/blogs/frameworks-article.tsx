/** On three front-end frameworks. */
export function FrameworksArticle() {
  return (
    <>
      <p>
        All three build pages out of components and keep them in step with data. All three are mature, fast enough for
        nearly everything, and written with TypeScript in mind. They differ in how much they decide for you.
      </p>
      <h3>React</h3>
      <p>
        A library for user interfaces. A component is a function that returns markup written in JavaScript (JSX); when
        state changes the function runs again, and React changes what is different on the page. Routing, data and
        building come from others, most often as a framework on top: Next.js, or React Router as on this site. The
        ecosystem is the largest of the three, and so is the number of choices you have to make.
      </p>
      <h3>Vue</h3>
      <p>
        A framework that can be adopted in small steps. Single-file components hold template, script and style together.
        Reactivity is fine-grained: Vue tracks which values a template reads and updates only what depends on them, so
        there is little to optimise by hand. Router and state library (Pinia) come from the same team, and Nuxt adds
        server rendering. Many find it the gentlest to learn.
      </p>
      <h3>Angular</h3>
      <p>
        A complete platform: router, forms, HTTP, dependency injection and testing come from one place, on one release
        schedule, with tools that rewrite your code at upgrades. Standalone components and signals have made it much
        lighter than its reputation, and change detection no longer needs Zone.js. There is more to learn before the
        first page, and less to argue about afterwards. Large teams value that.
      </p>
      <h3>So which?</h3>
      <p>
        The one your team knows, unless something speaks against it. Starting fresh: Vue for a small team that wants to
        be quick, Angular for a large one that wants one way of doing things, React where hiring, native apps or a
        particular library decide. People who use the result can’t tell. They notice whether it is quick, clear and
        works with a keyboard, and that depends on you.
      </p>
    </>
  )
}
