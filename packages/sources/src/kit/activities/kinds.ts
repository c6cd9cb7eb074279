import type { ActivityKind } from "@daybook/core/activities"

/**
 * Sports by their kind, as providers name them: the SportType of Strava and intervals.icu, the type keys of Garmin
 * Connect, the sports of Garmin's FIT profile, HKWorkoutActivityType of Apple, the sports of Polar Flow, the types of
 * Runkeeper, the Sport of TCX and the numbers of adidas Running. Names differ in case, blanks and hyphens only, so one
 * table holds those of all.
 */
const names: Readonly<Record<Exclude<ActivityKind, "other">, string>> = {
  ride: `ride, bike ride, cycling, biking, bicycling, road biking, road bike, road cycling, mountain bike ride, mountain biking,
    gravel ride, gravel cycling, e bike ride, e mountain bike ride, e biking, e bike fitness, e bike mountain, e enduro mtb,
    virtual ride, indoor cycling, spinning, cyclocross, track ride, track cycling, downhill biking, recumbent cycling, bmx,
    velomobile, handcycle, hand cycling, indoor hand cycling, velo, radfahrt, sortie velo, vuelta ciclista, pedalada, rit,
    virtual cycling, cyclotourism, enduro mtb`,
  walk: `walk, walking, casual walking, speed walking, indoor walking, nordic walking, treadmill walking, strolling, dog walking,
    spaziergang, marche, caminata, caminhada, wandeling, race walking`,
  hike: `hike, hiking, snowshoe, snowshoeing, snow shoe, backpacking, rucking, wanderung, randonnee, trekking, skywalking`,
  swim: `swim, swimming, lap swimming, open water swimming, open water swim, pool swimming, pool swim, schwimmen, natation,
    aquathlon swimming, water fitness, aqua fitness`,
  strength: `weight training, strength training, traditional strength training, functional strength training, core training, core, core strengthening,
    bodyweight exercise, kettlebell, functional training`,
  gym: `workout, crossfit, cross training, circuit training, group exercise, group workout, elliptical, elliptical trainer, cross trainer,
    stair stepper, stair climbing, stairmaster stepwell, stairs, step training, step workout, stepper, high intensity interval training, hiit,
    fitness equipment, training, gym, indoor cardio, cardio, cardio training, mixed cardio, mixed metabolic cardio training,
    aerobics, bootcamp, jump rope, gymnastics, floor climbing, other indoor, fitness gaming, cooldown,
    preparation and recovery, hand crank, arc trainer`,
  yoga: `yoga, pilates, mind and body, body and mind, flexibility, stretching, barre, tai chi, mobility static, mobility`,
  climb: `rock climbing, indoor climbing, bouldering, climbing, mountaineering, mountain climbing`,
  row: `rowing, row, indoor rowing, virtual row, rowing machine`,
  paddle: `canoeing, kayaking, stand up paddling, stand up paddleboarding, paddling, paddle sports, rafting, sup, canoe, kayak,
    whitewater rafting kayaking, whitewater kayaking, whitewater rafting`,
  water_sport: `surfing, surfing sports, windsurf, windsurfing, kitesurf, kitesurfing, kiteboarding, wind kite surfing, sail, sailing,
    boating, wakeboarding, wakesurfing, water skiing, water sports, diving, single gas diving, multi gas diving,
    gauge diving, apnea diving, ccr diving, underwater diving, snorkeling, snorkel, water tubing`,
  ski: `alpine ski, alpine skiing, downhill skiing, skiing, resort skiing, resort snowboarding, resort skiing snowboarding, nordic ski,
    cross country skiing, classic xc skiing, freestyle xc skiing, skate skiing, backcountry ski, backcountry skiing,
    backcountry snowboarding, backcountry skiing snowboarding, ski touring, snowboard, snowboarding, snow sports, roller ski, roller skiing,
    freestyle roller skiing, classic roller skiing, telemark skiing, biathlon, winter sports`,
  skate: `ice skate, ice skating, inline skate, inline skating, skating, skating sports, roller skating, skateboard, skateboarding,
    speed skating`,
  racket_sport: `tennis, table tennis, badminton, squash, racquetball, pickleball, padel, racket, racket sports, platform tennis, paddelball`,
  team_sport: `soccer, football, american football, australian football, rugby, basketball, baseball, softball, volleyball, beach volley,
    beach volleyball, handball, hockey, field hockey, ice hockey, street hockey, floorball, futsal, lacrosse, cricket,
    water polo, ultimate disc, ultimate, team sports, soccer football`,
  martial_art: `boxing, kickboxing, martial arts, fitness martial arts, mixed martial arts, wrestling, judo, taekwondo, fencing, boxing mma,
    boxing / mma`,
  dance: `dance, dancing, dance inspired training, cardio dance, social dance, fitness dancing, zumba, ballet`,
  golf: `golf, disc golf`,
  wheelchair: `wheelchair, wheelchair walk pace, wheelchair run pace, wheelchair push walk, wheelchair push run`
}

const plain = (name: string): string =>
  name
    .normalize("NFKD")
    .replace(/^HKWorkoutActivityType/, "")
    .replace(/_(?:v\d|ws)$/i, "")
    .replaceAll("&", "and")
    .replace(/[^\p{L}\p{N}]/gu, "")
    .toLowerCase()

const byName: ReadonlyMap<string, ActivityKind> = new Map(
  Object.entries(names).flatMap(([kind, list]) => list.split(",").map((name) => [plain(name), kind as ActivityKind]))
)

/** The kind of a sport by the name that a provider gives it; `other` for one that is not known. */
export const kindOf = (sport: string | null): ActivityKind =>
  sport === null ? "other" : (byName.get(plain(sport)) ?? "other")

/** What lies between the legs of a multisport activity, and the activity as a whole. Its legs are activities. */
export const isPartless = (sport: string): boolean => /^(?:multisport|(?:\w+)?transition)$/.test(plain(sport))
