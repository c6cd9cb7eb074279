import { Option } from "effect"
import { type Html, html, raw } from "./html.js"
import type { SiteData } from "./siteData.js"

export interface SiteOptions {
  readonly title: string
  /** Names of the picture files by URL. */
  readonly pictures: ReadonlyMap<string, string>
  /** Epoch milliseconds. */
  readonly builtAt: number
}

const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 })

/** A sparkline in a box of 100 by 24. */
const sparkline = (points: ReadonlyArray<number>): Html => {
  const most = Math.max(...points, 1)
  const line = points.map(
    (count, index) =>
      `${((index / Math.max(points.length - 1, 1)) * 100).toFixed(1)},${(23 - (count / most) * 22).toFixed(1)}`
  )
  return html`<svg viewBox="0 0 100 24" preserveAspectRatio="none" aria-hidden="true">
    <polyline points="${line.join(" ")}" />
  </svg>`
}

const card = (picture: string | undefined, name: string, detail: string, more: Html = html``): Html =>
  html`<li>
    ${picture === undefined ? html`<div class="none"></div>` : html`<img src="${picture}" alt="" width="160" height="160" loading="lazy" />`}
    <b>${name}</b><span>${detail}</span>${more}
  </li>`

const section = (title: string, items: ReadonlyArray<Html>): Html =>
  items.length === 0
    ? html``
    : html`<section>
        <h2>${title}</h2>
        <ul>
          ${items}
        </ul>
      </section>`

/** The HTML of the page. */
export const site = (
  { artists, films, finished, highlight, miles, plays, records }: SiteData,
  { builtAt, pictures, title }: SiteOptions
): string => {
  const picture = (image: { readonly url: string } | null) => (image === null ? undefined : pictures.get(image.url))
  const totals = [
    ...plays.data
      .slice(0, 1)
      .map((year) => `${whole.format(year.total_scrobbles)} plays of ${whole.format(year.unique_artists)} artists`),
    ...miles.data
      .slice(0, 1)
      .map((year) => `${whole.format(year.total_distance_mi)} miles in ${whole.format(year.total_runs)} runs`)
  ]
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src 'self'; style-src 'self'" />
        <title>${title}</title>
        <link rel="stylesheet" href="style.css" />
      </head>
      <body>
        <header>
          <h1>${title}</h1>
          <p>${totals.join(" · ")}</p>
        </header>
        <main>
          ${section(
            "Listening to",
            artists.data.map((one) =>
              card(
                picture(one.image),
                one.name,
                `${whole.format(one.playcount)} plays`,
                one.sparkline === undefined ? html`` : sparkline(one.sparkline.points)
              )
            )
          )}
          ${section(
            "Seen lately",
            films.data.map(({ movie, user_rating }) =>
              card(
                picture(movie.image),
                movie.title,
                [movie.year, user_rating === null ? null : `${user_rating} of 5`]
                  .filter((part) => part !== null)
                  .join(", ")
              )
            )
          )}
          ${section(
            "On the shelf",
            records.data.map((one) => card(picture(one.image), one.title, one.artists.join(", ")))
          )}
          ${Option.match(highlight, {
            onNone: () => html``,
            onSome: ({ article, text }) =>
              html`<blockquote>
                <p>${text}</p>
                <cite>${article.title}</cite>
              </blockquote>`
          })}
          ${
            finished.data.length === 0
              ? html``
              : html`<section class="read">
                  <h2>Read to the end</h2>
                  <ol>
                    ${finished.data.map(({ author, title }) => html`<li>${title}${author === null ? "" : `, ${author}`}</li>`)}
                  </ol>
                </section>`
          }
        </main>
        <footer>
          <p>
            Built on <time datetime="${new Date(builtAt).toISOString()}">${new Date(builtAt).toISOString().slice(0, 10)}</time>.
          </p>
        </footer>
      </body>
    </html>
`[raw]
}
