/** A page of text: its heading, and what there is to say. */
export function StaticPage({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <>
      <h1 className="mb-6">{title}</h1>
      <div className="prose">{children}</div>
    </>
  )
}
