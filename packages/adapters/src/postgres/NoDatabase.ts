import { errorSaying } from "@daybook/core/shared"

const next = "set DAYBOOK_DATA_DIR or DAYBOOK_DATABASE_URL to where your data is, " +
  "or make a new one with `daybook serve`, `daybook sync` or `daybook import`"

/** A program that only reads found no data where the settings say that it is. */
export class NoDatabase extends errorSaying<{ readonly place: string }>()(
  "NoDatabase",
  ({ place }) => `there is no database in ${place}: ${next}`
) {}
