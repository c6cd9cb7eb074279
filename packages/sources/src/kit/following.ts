import { type Context, Effect, Layer, Option } from "effect"
import { SourceConfig } from "./SourceConfig.js"

/** An object whose properties are those of the current one. Callers must not copy it. */
export const live = <A extends object>(current: () => A): A =>
  new Proxy(current(), {
    get: (_, name) => Reflect.get(current(), name),
    has: (_, name) => Reflect.has(current(), name)
  })

/**
 * A service that is made of settings of sources, and made again when they change. Without `SourceConfig` only the
 * environment counts.
 */
export const following = <I, S extends object, E, R>(
  tag: Context.Tag<I, S>,
  make: Effect.Effect<NoInfer<S>, E, R>
): Layer.Layer<I, E, R> =>
  Layer.effect(
    tag,
    Effect.gen(function* () {
      const configured = yield* Effect.serviceOption(SourceConfig)
      if (Option.isNone(configured)) return yield* make
      const config = configured.value
      const context = yield* Effect.context<R>()
      const makeNow = Effect.provide(config.read(make), context)
      let service = yield* makeNow
      yield* config.onChange(
        Effect.match(makeNow, {
          // What was made before goes on. The source that has the setting says what is wrong with it.
          onFailure: () => undefined,
          onSuccess: (next) => {
            service = next
          }
        })
      )
      return live(() => service)
    })
  )
