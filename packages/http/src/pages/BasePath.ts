import { Context } from "effect"

/** The path below which the host is mounted, as `/life`; empty at the root. */
export class BasePath extends Context.Reference<BasePath>()("@daybook/http/BasePath", { defaultValue: () => "" }) {}
