import { Context, Effect, Option } from "effect"

/** What the transaction around an effect runs once it has committed. */
export class AfterCommit extends Context.Tag("@daybook/adapters/AfterCommit")<
  AfterCommit,
  { readonly add: (run: () => void) => void }
>() {}

/** Runs a function after the commit of the transaction around it, or at once outside of one; never after a rollback. */
export const afterCommit = (run: () => void): Effect.Effect<void> =>
  Effect.map(Effect.serviceOption(AfterCommit), Option.match({ onNone: () => run(), onSome: ({ add }) => add(run) }))
