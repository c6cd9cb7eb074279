import { Context } from "effect"

/** What a program may do to the data when it opens it. */
export interface OpeningOptions {
  /** Make a new database where there is none. A program that only reads would leave an empty one in a wrong folder. */
  readonly creates: boolean
  /**
   * Where the home time zone comes from: as stored, from `DAYBOOK_TIMEZONE` where that is set (the home moves there),
   * or a given IANA zone. A new database takes `DAYBOOK_TIMEZONE`, else the system's zone, in every case.
   */
  readonly home: "stored" | "setting" | { readonly zone: string }
}

/** Reads existing data in its own home time zone, unless a program says more. */
export class Opening extends Context.Reference<Opening>()("@daybook/adapters/Opening", {
  defaultValue: (): OpeningOptions => ({ creates: false, home: "stored" })
}) {}
