import type { ComponentChildren } from "preact"

const chapters = [["listening", "Listening"], ["running", "Running"], ["watching", "Watching"], ["shelf", "Shelf"], ["reading", "Reading"], ["attending", "Attending"], ["feed", "Feed"]] as const

/** The name, the way to each chapter, and room for the search. */
export const Masthead = ({ children }: { readonly children?: ComponentChildren }) => (
  <header class="masthead">
    <p class="wordmark">Daybook</p>
    {children !== undefined && (
      <>
        <nav aria-label="Chapters">{chapters.map(([id, title]) => <a key={id} href={`#${id}`}>{title}</a>)}</nav>
        {children}
      </>
    )}
  </header>
)
