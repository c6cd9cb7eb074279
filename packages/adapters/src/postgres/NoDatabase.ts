import { Data } from "effect"

/** A program that only reads found no data where the settings say that it is. */
export class NoDatabase extends Data.TaggedError("NoDatabase")<{ readonly place: string }> {
  override get message(): string {
    return `there is no database in ${this.place}: set DAYBOOK_DATA_DIR or DAYBOOK_DATABASE_URL to where your data is, ` +
      "or make a new one with `daybook serve`, `daybook sync` or `daybook import`"
  }
}
