import type { ComponentChildren } from "preact"

interface DomainProps {
  readonly id: string
  readonly title: string
  readonly children: ComponentChildren
}

/** A part of life: a chapter of the page, and a landmark to go to. */
export const Domain = ({ children, id, title }: DomainProps) => (
  <section class="domain" id={id} aria-labelledby={`${id}-title`} tabIndex={-1}>
    <h2 id={`${id}-title`}>{title}</h2>
    <div class="blocks">{children}</div>
  </section>
)
