import { dataOfPage } from "./daybook.js"
import { weeksOf } from "./weeks.js"

/** Seconds until the server renders the page again, in the background of a visit. */
export const revalidate = 60

const NowPlaying = ({ playing: { is_playing, track } }) =>
  track && (
    <p>
      {is_playing ? "Playing" : "Last played"}: {track.name}
    </p>
  )

const Square = ({ count, date }) => (
  <td data-level={Math.min(4, Math.ceil(count / 10))} title={`${date}: ${count}`} aria-label={`${date}: ${count}`} />
)

const YearGrid = ({ year: { days, total, year } }) => (
  <table>
    <caption>
      {year}: {total} plays
    </caption>
    <tbody>
      {weeksOf(year, days).map((week, weekday) => (
        <tr key={weekday}>
          {week.map((day, index) => (day === null ? <td key={index} /> : <Square key={index} {...day} />))}
        </tr>
      ))}
    </tbody>
  </table>
)

export default async function Page() {
  const data = await dataOfPage()
  return (
    <main>
      <h1>My page</h1>
      {data === null ? (
        <p>Nothing to show yet.</p>
      ) : (
        <>
          <NowPlaying playing={data.playing} />
          <YearGrid year={data.year} />
        </>
      )}
    </main>
  )
}
