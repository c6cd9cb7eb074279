import { Either } from "effect"

/** What a provider answered, read to its end. Header names are lower case. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly text: string
  /** The text as JSON, or left when it is none: an error page, an answer cut short. */
  readonly json: Either.Either<unknown, void>
}

export const make = (status: number, headers: Answer["headers"], text: string): Answer => {
  let json: Answer["json"] | undefined
  return {
    status,
    headers,
    text,
    get json() {
      return json ??= Either.try({ try: (): unknown => JSON.parse(text), catch: () => undefined })
    }
  }
}
