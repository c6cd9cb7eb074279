import { errorSaying } from "@daybook/core/shared"
import { SourceFailure, type SourceState } from "@daybook/core/sync"
import { Duration, Option } from "effect"

/** One attempt at a call that went wrong. `final` says that another attempt is of no use. */
export class Setback extends errorSaying<{
  readonly state: SourceState
  /** Continues a sentence that begins with the provider's name. */
  readonly what: string
  readonly final: boolean
  /** How long the provider asks to be left alone before the next attempt. */
  readonly wait: Option.Option<Duration.Duration>
  readonly next: Option.Option<string>
  /** For how long every other call would end the same way. */
  readonly closedFor: Option.Option<Duration.Duration>
}>()("Setback", ({ what }) => `a provider ${what}`) {}

const bare = { wait: Option.none(), next: Option.none(), closedFor: Option.none() }

export const transient = (state: SourceState, what: string, wait: Setback["wait"] = Option.none()): Setback =>
  new Setback({ ...bare, state, what, final: false, wait })

export const lasting = (state: SourceState, what: string, next: Setback["next"] = Option.none()): Setback =>
  new Setback({ ...bare, state, what, final: true, next })

/** What the operator can do about a state, where a provider has better advice than the common one. */
export type Advice = { readonly [State in SourceState]?: string }

const commonAdvice = {
  unauthorized: "check the key or login in the settings",
  forbidden: "check that the account may be read",
  not_found: "check the account name in the settings",
  rate_limited: "wait some minutes, then sync again: it goes on where it was",
  unavailable: "check the network and sync again later: it goes on where it was",
  bad_answer: "sync again later: it goes on where it was",
  bad_file: "export the file again",
  mass_removal: "look at what the provider shows",
  interrupted: "sync again: it goes on where it was"
} satisfies Advice

/** The failure that the person reads. Nothing of the request or of the answer's text is in it. */
export const failureOf = (setback: Setback, of: { readonly source: string; readonly name: string; readonly advice?: Advice | undefined }) =>
  new SourceFailure({
    source: of.source,
    state: setback.state,
    message: `${of.name} ${setback.what}`,
    next: Option.getOrElse(setback.next, () => of.advice?.[setback.state] ?? told(setback) ?? commonAdvice[setback.state])
  })

const told = ({ wait }: Setback): string | undefined =>
  Option.isSome(wait) ? `wait ${Math.ceil(Duration.toSeconds(wait.value))} s, then sync again: it goes on where it was` : undefined
