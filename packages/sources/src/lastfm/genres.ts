/** Community tags that name a genre. Tags such as "seen live" or "favourites" do not. */
const genres = `
acid house, acid jazz, acoustic, afrobeat, afrobeats, alternative, alternative country, alternative metal, alternative
r&b, alternative rock, ambient, ambient pop, americana, anatolian rock, anti-folk, art pop, art rock, avant-garde,
avant-garde jazz, avant-garde metal, bachata, ballad, baroque, baroque pop, bass music, bebop, big band, big beat,
black metal, blackgaze, bluegrass, blues, blues rock, bolero, boom bap, bossa nova, bounce, breakbeat, breakcore,
britpop, brutal death metal, calypso, celtic, celtic punk, chamber folk, chamber music, chamber pop, chanson, chicago
house, chillout, chillstep, chillwave, chiptune, choral, christian rock, classic rock, classical, cloud rap, coldwave,
conscious hip-hop, contemporary classical, contemporary jazz, cool jazz, country, country rock, cowpunk, crossover,
crust punk, cumbia, dance, dance-pop, dance-punk, dancehall, dark ambient, dark electro, dark folk, dark wave, death
metal, deathcore, deep house, desert blues, desert rock, disco, doo-wop, doom metal, downtempo, dream pop, drill,
drone, drone metal, drum and bass, dub, dub techno, dubstep, early music, easy listening, ebm, electro, electro house,
electroacoustic, electroclash, electronic, electronic rock, electronica, electropop, emo, emocore, ethereal, eurobeat,
eurodance, exotica, experimental, experimental hip-hop, experimental rock, fado, field recordings, flamenco, folk,
folk metal, folk punk, folk rock, folktronica, footwork, freak folk, free improvisation, free jazz, french house,
funk, funk rock, fusion, future bass, future garage, future jazz, g-funk, gabber, gamelan, gangsta rap, garage punk,
garage rock, glam metal, glam rock, glitch, glitch hop, goregrind, gospel, gothic, gothic metal, gothic rock,
gregorian chant, grime, grindcore, groove metal, grunge, happy hardcore, hard bop, hard rock, hard trance, hardcore,
hardcore punk, hardstyle, heavy metal, highlife, hip-hop, horror punk, horrorcore, house, hyperpop, idm, illbient,
indie, indie folk, indie pop, indie rock, indietronica, industrial, industrial metal, industrial rock, instrumental,
instrumental hip-hop, instrumental rock, italo disco, j-pop, j-rock, jangle pop, jazz, jazz fusion, jazz manouche,
jazz rap, jazz rock, jersey club, jungle, k-pop, kizomba, klezmer, krautrock, latin, latin jazz, latin pop, leftfield,
liquid funk, lo-fi, lo-fi hip-hop, lounge, madchester, mariachi, math rock, mathcore, medieval, melodic death metal,
melodic hardcore, melodic metal, merengue, metal, metalcore, microhouse, midwest emo, minimal, minimal techno, minimal
wave, minimalism, modern classical, motown, mpb, musical, musique concrète, nasheed, neo-classical, neo-psychedelia,
neo-soul, neofolk, new age, new jack swing, new romantic, new wave, no wave, noise, noise pop, noise rock, nordic
folk, nu disco, nu jazz, nu metal, oi, old-time, opera, orchestral, outlaw country, outsider music, p-funk, phonk,
piano, plunderphonics, polka, pop, pop punk, pop rap, pop rock, pornogrind, post-bop, post-britpop, post-grunge,
post-hardcore, post-metal, post-punk, post-punk revival, post-rock, power electronics, power metal, power pop,
powerviolence, progressive, progressive house, progressive metal, progressive rock, progressive trance, protopunk,
psybient, psychedelic, psychedelic folk, psychedelic pop, psychedelic rock, psychedelic soul, psychobilly, psytrance,
pub rock, punk, punk blues, punk rock, quiet storm, r&b, ragga, ragtime, rai, rap, rap metal, rap rock, rave, reggae,
reggaeton, renaissance, riot grrrl, rock, rock and roll, rockabilly, rocksteady, romantic, roots reggae, roots rock,
sadcore, salsa, samba, screamo, sea shanty, shoegaze, singer-songwriter, ska, ska punk, skate punk, slowcore, sludge
metal, smooth jazz, soca, soft rock, soul, soul jazz, soundtrack, southern hip-hop, southern rock, space ambient,
space rock, speed metal, speedcore, spiritual jazz, spoken word, stoner metal, stoner rock, stride, sunshine pop,
surf, surf rock, swamp rock, swing, symphonic metal, symphonic rock, synth-pop, synthpunk, synthwave, tango, tech
house, technical death metal, techno, tejano, third stream, thrash metal, thrashcore, throat singing, trance, trap,
tribal, trip-hop, trova, turntablism, twee pop, uk garage, underground hip-hop, vaporwave, video game music, viking
metal, visual kei, vocal jazz, vocal trance, west coast rap, witch house, world, yacht rock, yé-yé, zouk, zydeco
`

/** Normalizes spellings: "Hip Hop", "hip-hop" and "hiphop" are one genre. */
const bare = (tag: string): string =>
  tag
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\band\b|&/g, "n")
    .replace(/[^\p{L}\p{N}]/gu, "")

const synonyms: Readonly<Record<string, string>> = {
  "alt rock": "alternative rock",
  "alt-country": "alternative country",
  "alternative and punk": "alternative",
  avantgarde: "avant-garde",
  "chill out": "chillout",
  chill: "chillout",
  darkwave: "dark wave",
  dnb: "drum and bass",
  "drum 'n' bass": "drum and bass",
  "electro pop": "electropop",
  "electronic music": "electronic",
  "goth rock": "gothic rock",
  goth: "gothic",
  "indie electronic": "indietronica",
  "jazz-funk": "fusion",
  lofi: "lo-fi",
  neoclassical: "neo-classical",
  ost: "soundtrack",
  "prog rock": "progressive rock",
  prog: "progressive rock",
  "rhythm and blues": "r&b",
  rnb: "r&b",
  score: "soundtrack",
  "singer/songwriter": "singer-songwriter",
  synth: "synth-pop",
  "world music": "world"
}

const byBare: ReadonlyMap<string, string> = new Map([
  ...genres
    .split(",")
    .map((genre) => genre.trim())
    .map((genre) => [bare(genre), genre] as const),
  ...Object.entries(synonyms).map(([tag, genre]) => [bare(tag), genre] as const)
])

/** The genre of the first tag that names one, in canonical spelling; null if none does. Tags are ordered by use. */
export const genreOf = (tags: ReadonlyArray<string>): string | null => {
  for (const tag of tags) {
    const genre = byBare.get(bare(tag))
    if (genre !== undefined) return genre
  }
  return null
}
