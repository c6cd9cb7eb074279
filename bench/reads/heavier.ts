/** GETs with parameters that make them more expensive than the defaults. `{year}` is the last full year. */
export const heavier: Readonly<Record<string, ReadonlyArray<string>>> = {
  listening: [],
  running: ["/activities?limit=100&page=3", "/calendar?year={year}", "/charts/pace-trend?window=10"],
  watching: [
    "/movies?limit=100&page=3",
    "/recent?limit=50&page=3",
    "/calendar?year={year}",
    "/trends?period=weekly",
    "/shows?limit=100"
  ],
  collecting: ["/vinyl?limit=100&page=3", "/media?limit=100&page=3", "/cross-reference?limit=100"],
  reading: [
    "/articles?limit=50&page=3",
    "/archive?limit=50&page=3",
    "/highlights?limit=50&page=3",
    "/calendar?year={year}"
  ],
  attending: ["/events?category=sports&limit=100", "/players?limit=100"],
  feed: ["?limit=100", "/domain/listening?limit=100"]
}
