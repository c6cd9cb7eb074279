import type { Effect, Option, Redacted } from "effect"

/** Whoever sits at the terminal. */
export interface Person {
  readonly tell: (line: string) => Effect.Effect<void>
  /** Opens an address in the person's browser, where there is one. The address was told before. */
  readonly visit?: (address: string) => Effect.Effect<void>
  /** The next line that is typed or pasted; never, where nobody can type. */
  readonly line: Effect.Effect<string>
  /** Asks for one line; a secret one is not shown. None where nobody can type. */
  readonly ask: (question: string) => Effect.Effect<Option.Option<string>>
  readonly askSecret: (question: string) => Effect.Effect<Option.Option<Redacted.Redacted>>
}
