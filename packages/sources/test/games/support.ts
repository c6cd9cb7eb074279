/** Stand-ins for Steam and BoardGameGeek, by their documentation. */

const steamGames = [
  {
    appid: 900010,
    name: "Tide Game",
    playtime_forever: 754,
    playtime_2weeks: 31,
    img_icon_url: "ab",
    rtime_last_played: 1_741_986_012,
    playtime_disconnected: 0
  },
  { appid: 900011, name: "Never Started", playtime_forever: 0, img_icon_url: "", rtime_last_played: 0 },
  { appid: 900012, name: "雨の町", playtime_forever: 12.4, rtime_last_played: 1_700_000_000 }
]

/** `content` is the member `response`; a private profile has an empty one. */
export const steam =
  (content: object = { game_count: steamGames.length, games: steamGames }) =>
  (request: Request): Response => {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname !== "/IPlayerService/GetOwnedGames/v1/") return new Response("<html>Not Found</html>", { status: 404 })
    return searchParams.get("key") === "right" && searchParams.get("steamid") === "76561190000000001"
      ? Response.json({ response: content })
      : new Response("<html><head><title>Unauthorized</title></head></html>", { status: 401 })
  }

const item = (collid: number, name: string, more: string, stats: string) =>
  `<item objecttype="thing" objectid="${collid + 20_000}" subtype="boardgame" collid="${collid}">
    <name sortindex="1">${name}</name>${more}<stats ${stats}</stats>
    <status own="1" prevowned="0" fortrade="0" want="0" lastmodified="2025-03-14 20:11:09"/></item>`

export const collection = `<?xml version="1.0" encoding="utf-8" standalone="yes"?>
<items totalitems="3" termsofuse="https://boardgamegeek.com/xmlapi/termsofuse" pubdate="Fri, 14 Mar 2025 20:11:09 +0000">
${item(
  70_000_001,
  "Harbour &amp; Masters",
  "<yearpublished>2018</yearpublished><image>https://cf.example.org/a.jpg</image><numplays>3</numplays><comment>Good &lt;one&gt;</comment>",
  `minplayers="2" maxplayers="4"><rating value="8"/>`
)}
${item(70_000_002, "1917", "<numplays>0</numplays>", `minplayers="0" maxplayers="0"><rating value="N/A"/>`)}
${item(70_000_003, "Harbour &amp; Masters", "", `minplayers="2"><rating value="7.5"/>`)}
</items>`

const plays = Array.from({ length: 130 }, (_, index) => ({
  id: 80_000_000 + index,
  date: index === 7 ? "0000-00-00" : `2025-0${1 + (index % 9)}-1${index % 10}`,
  length: index % 3 === 0 ? 0 : 45
}))

const play = ({ date, id, length }: (typeof plays)[number]) =>
  `<play id="${id}" date="${date}" quantity="1" length="${length}" incomplete="0" nowinstats="0" location="Home">
    <item name="Harbour &amp; Masters" objecttype="thing" objectid="70020001"><subtypes><subtype value="boardgame"/></subtypes></item>
    ${id % 2 === 0 ? "<comments>fine</comments>" : ""}</play>`

interface GeekOptions {
  /** How often the collection is still being prepared. */
  readonly preparations?: number
}

export const boardGameGeek = ({ preparations = 0 }: GeekOptions = {}) => {
  let waits = preparations
  return (request: Request): Response => {
    const { pathname, searchParams } = new URL(request.url)
    if (request.headers.get("authorization") !== "Bearer right") return new Response("Unauthorized", { status: 401 })
    if (searchParams.get("username") !== "owner")
      return new Response("<errors><error><message>Invalid username specified</message></error></errors>")
    if (pathname === "/xmlapi2/collection") {
      if (waits-- > 0)
        return new Response("<message>Your request for this collection has been accepted</message>", { status: 202 })
      return new Response(collection)
    }
    const page = Number(searchParams.get("page") ?? 1)
    const listed = plays.slice((page - 1) * 100, page * 100).map(play)
    return new Response(
      `<plays username="owner" userid="1" total="${plays.length}" page="${page}">${listed.join("")}</plays>`
    )
  }
}
