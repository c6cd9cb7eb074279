import type { Option } from "effect"

/** What a provider sent to a webhook's address, read to its end. */
export interface WebhookRequest {
  readonly method: "GET" | "POST"
  /** The path segment behind the source's name: a secret that only the provider was told. */
  readonly secret: Option.Option<string>
  /** Parameters of the address; of a repeated one the last. */
  readonly query: Readonly<Record<string, string>>
  /** The body as text; empty where it is a form. */
  readonly text: string
  /** Fields of a form, `multipart/form-data` or URL encoded. A part that comes as a file counts where it is text or JSON. */
  readonly fields: Readonly<Record<string, string>>
}
