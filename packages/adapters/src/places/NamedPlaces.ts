import { NamedPlaces } from "@daybook/core/running"
import { Places } from "@daybook/core/shared"
import { Effect, Layer } from "effect"

/** The gazetteer for maps, loaded with the first map. */
export const layer = Layer.effect(
  NamedPlaces,
  Effect.map(Places, (gazetteer) => ({
    around: (box, most, least) => Effect.map(gazetteer, ({ around }) => around(box, most, least))
  }))
)
