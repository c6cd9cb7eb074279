import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Effect } from "effect"
import { type SimulatedClock, type SimulatedRequest, makeSimulator } from "../shared/Simulator.js"
import type { SavedLink } from "./exportFiles.js"

/** A passage that the owner marked. Times are unix seconds. */
export interface SavedMark {
  readonly id: string
  readonly link: string
  readonly text: string
  readonly note: string
  readonly at: number
}

/** What an account of a service that saves articles holds. Lists are newest first. */
export interface SavingAccount {
  readonly links: ReadonlyArray<SavedLink>
  readonly marks: ReadonlyArray<SavedMark>
}

/** The context of a simulator whose account is filled by its user, with no sample owner. */
export interface SavingContext {
  readonly baseUrl: string
  readonly clock: SimulatedClock
}

export const savingToken = "5a7e-11nk5-70-k3n"

/** A simulator of such a service. Requests without the token are answered by `refused`. */
export const savingSimulator = <const Id extends string>(options: {
  readonly id: Id
  readonly context: SavingContext
  readonly settings: Readonly<Record<string, string>>
  /** The value of the header `Authorization`, or of `header`. */
  readonly authorization: string
  readonly header?: string
  readonly refused: HttpServerResponse.HttpServerResponse
  readonly answer: (account: SavingAccount, request: SimulatedRequest) => HttpServerResponse.HttpServerResponse
}) => {
  let account: SavingAccount = { links: [], marks: [] }
  return makeSimulator({
    id: options.id,
    clock: options.context.clock,
    settings: options.settings,
    control: {
      /** Replaces what the account holds. */
      hold: (next: Partial<SavingAccount>) => Effect.sync(() => void (account = { ...account, ...next })),
      account: Effect.sync(() => account)
    },
    answer: (request) =>
      Effect.sync(() => {
        if (request.headers[options.header ?? "authorization"] !== options.authorization) return options.refused
        return options.answer(request.distortion?._tag === "Empty" ? { links: [], marks: [] } : account, request)
      })
  })
}
