import { Context, Effect } from "effect"

/** Tells whoever watches what a program waits for while it opens its data. Nobody is told unless a program says so. */
export class Waiting extends Context.Reference<Waiting>()("@daybook/adapters/Waiting", {
  defaultValue: (): { readonly during: <A, E, R>(what: string, work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R> } =>
    ({ during: (_, work) => work })
}) {}

/** Work that people may have to wait for; `what` goes on with what is being done: "making a new database". */
export const waiting = (what: string) => <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(Waiting, ({ during }) => during(what, work))
