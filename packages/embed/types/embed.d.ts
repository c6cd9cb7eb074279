/** The names of the elements. Importing this module defines them where there are custom elements, and else nothing. */
export declare const elements: ReadonlyArray<
  "daybook-now-playing" | "daybook-top" | "daybook-feed" | "daybook-year-grid"
>

/** What a `daybook-error` event tells: the host does not answer, or it refused the request. */
export interface DaybookElementError {
  /** The HTTP status; 0 if there was no answer that the page may read. */
  readonly status: number
  readonly message: string
}
