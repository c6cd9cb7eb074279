import { Schema } from "effect"
import type { MovieWatch } from "../facts.js"
import { Movie, movieView } from "./movie.js"
import type { ToImage } from "../../images/Picture.js"
import { watchFields, watchView } from "./watch.js"

/** One item of `GET /v1/watching/recent`. */
export const RecentWatch = Schema.Struct({ movie: Movie, ...watchFields }).annotations({ identifier: "RecentWatch" })
export type RecentWatch = typeof RecentWatch.Type

export const recentItem = (image: ToImage) => (watch: MovieWatch): RecentWatch => ({ movie: movieView(watch.movie, image), ...watchView(watch) })
