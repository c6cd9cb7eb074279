import { NamedPlaces } from "@daybook/core/running"
import { Places } from "@daybook/core/shared"
import { Effect, Layer } from "effect"

/** The gazetteer for maps, loaded with the first map. */
export const layer = Layer.effect(
  NamedPlaces,
  Effect.map(Places, (gazetteer) => ({
    around: (box, max, min) => Effect.map(gazetteer, ({ around }) => around(box, max, min))
  }))
)
