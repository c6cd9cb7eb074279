import type { LensDefinition, LensScope } from "@daybook/core/lenses"
import type { Moment } from "../front/ResponseCache.js"
import type { ErrorEnvelope } from "../kit/errors.js"

/** Turns a value of an answer into what a lens shows of it. */
export type Shape = (value: unknown) => unknown

/** One operation as a lens shows it. */
export interface LensedOperation {
  readonly shape: Shape
  /** Why these parameters are refused; undefined if they are not. */
  readonly refusal: (params: ReadonlyMap<string, string>) => ErrorEnvelope | undefined
  /** True if the answer changes with time alone. */
  readonly isDelayed: boolean
}

/** A lens, ready to be applied. */
export interface LensView {
  readonly definition: LensDefinition
  /** Names the lens and its definition in cache keys and ETags. */
  readonly tag: string
  readonly scope: LensScope
  /** By path template. What is missing is not allowed. */
  readonly operations: ReadonlyMap<string, LensedOperation>
}

/** The lens of a name; undefined if there is none. */
export type FindLens = (name: string) => LensView | undefined

/** A request as the lens of its key shows it. */
export interface LensedRequest extends Pick<LensedOperation, "shape" | "isDelayed"> {
  readonly scope: LensScope
  /** Separates the answers of lenses in cache keys and ETags. */
  readonly tag: string
  /** `Cache-Control` instead of the operation's; undefined for a key that is not publishable. */
  readonly cacheControl: string | undefined
}

/** Begins with no slash: no address has this key, so nothing computes it again without its lens. */
export const lensedKey = ({ isDelayed, tag }: LensedRequest, cacheKey: string, { quarter }: Moment): string =>
  isDelayed ? `${tag} ${quarter} ${cacheKey}` : `${tag} ${cacheKey}`
