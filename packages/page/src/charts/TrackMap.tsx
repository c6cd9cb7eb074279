import { useState } from "preact/hooks"
import { useWidth } from "./InteractiveChart.js"
import { degreesIn, inverse, mercator, type Scales, scalesOf } from "./mercator.js"
import { type NamedPlace, placeLabels } from "./placeNames.js"
import { type Position } from "./polyline.js"
import { type Tile, tileSource, tilesOf } from "./tiles.js"

/** A place with a mark as large as its count. */
export interface Place {
  readonly position: Position
  readonly name: string
  readonly size: number
}

interface TrackMapProps {
  /** The accessible name of the map. */
  readonly label: string
  readonly route?: ReadonlyArray<Position>
  /** The position that is read in a chart next to the map. */
  readonly here?: Position | undefined
  readonly places?: ReadonlyArray<Place>
  /** Names for a map without tiles. */
  readonly names?: ReadonlyArray<NamedPlace>
}

/** The lowest part of the map has the names of the meridians. */
const labelHeight = 24

const TileImage = ({ tile: { left, size, top, url } }: { readonly tile: Tile }) => {
  const [isMissing, setMissing] = useState(false)
  return isMissing ? null : (
    <img
      src={url}
      alt=""
      // Servers of tiles demand to know which site asks; the path stays unknown to them.
      referrerpolicy="origin"
      style={{ left: `${left}px`, top: `${top}px`, width: `${size}px`, height: `${size}px` }}
      onError={() => setMissing(true)}
    />
  )
}

const Credits = ({ hasNames }: { readonly hasNames: boolean }) => {
  if (tileSource !== undefined) return <figcaption class="attribution">{tileSource.attribution}</figcaption>
  return hasNames ? <figcaption class="attribution">Names of places: GeoNames, CC BY 4.0</figcaption> : null
}

/**
 * A route or places. Without tiles, it lies over a plain graticule with names of places, and asks no other host for a
 * map.
 */
export const TrackMap = ({ here, label, names = [], places = [], route = [] }: TrackMapProps) => {
  const { element, width } = useWidth()
  const height = Math.min(Math.max(width * 0.62, 220), 440)
  const all = [...route, ...places.map(({ position }) => position)]
  const scales = width > 0 && all.length > 0 ? scalesOf(all, width, height) : undefined
  return (
    <figure class={tileSource === undefined ? "chart track-map" : "chart track-map tiled"}>
      <div ref={element} class="drawing still" style={{ height: `${height}px` }} role="img" aria-label={label}>
        {scales !== undefined && tileSource !== undefined && (
          <div class="tiles" aria-hidden="true">
            {tilesOf(tileSource, scales, width, height).map((tile) => (
              <TileImage key={tile.url} tile={tile} />
            ))}
          </div>
        )}
        {scales !== undefined && (
          <svg width={width} height={height} aria-hidden="true">
            <Drawing {...{ height, here, names, places, route, scales, width }} />
          </svg>
        )}
      </div>
      <Credits hasNames={names.length > 0} />
    </figure>
  )
}

interface DrawingProps extends Required<Omit<TrackMapProps, "here" | "label">> {
  readonly scales: Scales
  readonly here: Position | undefined
  readonly width: number
  readonly height: number
}

const Graticule = ({ height, scales: { x, y }, width }: Pick<DrawingProps, "height" | "scales" | "width">) => {
  const [meridians, parallels] = [x.ticks(Math.max(Math.floor(width / 160), 2)), y.ticks(4)]
  const eastOf = degreesIn(meridians, ["E", "W"])
  const northOf = degreesIn(parallels.map(inverse), ["N", "S"])
  return (
    <>
      {meridians.map((longitude) => (
        <g key={`e${longitude}`}>
          <line class="graticule" x1={x(longitude)} x2={x(longitude)} y1={0} y2={height} />
          <text class="tick" x={x(longitude) + 4} y={height - 6}>
            {eastOf(longitude)}
          </text>
        </g>
      ))}
      {parallels.map((northing) => (
        <g key={`n${northing}`}>
          <line class="graticule" x1={0} x2={width} y1={y(northing)} y2={y(northing)} />
          {y(northing) < height - labelHeight && (
            <text class="tick" x={4} y={y(northing) - 4}>
              {northOf(inverse(northing))}
            </text>
          )}
        </g>
      ))}
    </>
  )
}

const Names = ({ height, names, scales, width }: Pick<DrawingProps, "height" | "names" | "scales" | "width">) => (
  <>
    {names.map(({ latitude, longitude, name }) => (
      <circle
        key={`${name} ${latitude}`}
        class="town"
        cx={scales.x(longitude)}
        cy={scales.y(mercator(latitude))}
        r={3}
      />
    ))}
    {placeLabels(names, scales, width, height).map(({ anchor, isOutside, name, x, y }) => (
      <text key={name} class={isOutside ? "town-name outside" : "town-name"} x={x} y={y} text-anchor={anchor}>
        {name}
      </text>
    ))}
  </>
)

const Drawing = ({ height, here, names, places, route, scales, width }: DrawingProps) => {
  const { x, y } = scales
  const at = ([latitude, longitude]: Position) => [x(longitude), y(mercator(latitude))] as const
  const start = route.length > 0 ? at(route[0]!) : undefined
  const mark = here === undefined ? undefined : at(here)
  const largest = Math.max(...places.map(({ size }) => size), 1)
  return (
    <>
      {tileSource === undefined && <Graticule {...{ height, scales, width }} />}
      {tileSource === undefined && <Names {...{ height, names, scales, width }} />}
      {route.length > 0 && (
        <path
          class="route"
          d={`M${route
            .map((one) =>
              at(one)
                .map((part) => part.toFixed(1))
                .join(" ")
            )
            .join("L")}`}
        />
      )}
      {places.map(({ name, position, size }) => {
        const [cx, cy] = at(position)
        return (
          <circle key={name} class="place" cx={cx} cy={cy} r={4 + 10 * Math.sqrt(size / largest)}>
            <title>{name}</title>
          </circle>
        )
      })}
      {start !== undefined && <circle class="start" cx={start[0]} cy={start[1]} r={5} />}
      {mark !== undefined && <circle class="here" cx={mark[0]} cy={mark[1]} r={6} />}
    </>
  )
}
