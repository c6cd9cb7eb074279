/**
 * Words that calendars are full of and that artists are named after as well. A name that is made of nothing else counts
 * only where it stands alone in the title of a ticket.
 */
const words = `
  a about after afternoon again air all alone america an anniversary annual apartment appointment april art at august aunt auto away
  baby back bad bank banks band bar bath be beach bear bed beer best big bike bill bird birthday black blue blood board boat body book books
  boston box boy boys bread break breakfast bride brother brunch brothers bus bush business cake call camp car care cars cat cats center change
  check chicago chicken child children christmas church city class clean cleaning clear close closing club coach coffee cold college come company
  conference cook cream cut dad daddy dance dark date daughter day days dead dear december deep delivery dentist design dinner doctor dog dogs door
  down dream dress drive drop dry dust early earth east easter eat eight england europe eve evening event exam eye eyes fair fall family fan farm
  fast father february ferry field film fire first fish fishing five flight flu flower flowers food foot for forest four fox free freshly friday
  friend friends from fun game games garage garbage garden girl girls go gold good grandma great green group guest gym hair half halloween hand
  happy harvest haircut head health heart heat help high hiking hill history hold holiday home hope horse hospital hot hour house ice idea in
  interview island january jazz job journey july june keys kid kids king kitchen knife lake last late laundry law lawn leave lesson letter library
  life light line lion list little live london long lost love low lunch magic mail man march market may meal meet meeting men mercury midnight mike
  mom monday money month moon morning mother mountain move movie movies museum music my name national new news night nine no north november nurse
  ocean october of off office oil old on one open opening order out oxygen paint paper parents paris park part party pay payment people phone
  photo picnic pick pizza plan plane play pool post power practice present prom project queen quiet quiz race radio rain read real red rehearsal
  rent rest review rice ride ring river road rock room run running rush sale sales saturday save school sea season second september service
  session seven shop shopping show sign silver sister six ski sky sleep slow small snow soccer soft son soul soup south spa special spring star
  stars start station stop storm story street study summer sun sunday sunset surgery swim swimming sync table talk tax tea teacher team ten term
  test texas the then three thursday tide time to today tomorrow tonight tool tools tour town toys train training travel tree trip truck tuesday
  two up vacation vaccine van video view visit volunteer wait walk war wash watch water wedding wednesday week weekend west wheel white who
  wife wild wind wine winter with woman women wood woods work workout workshop world yard year yes yoga you young zoo real estate data
`
const common: ReadonlySet<string> = new Set(words.split(/\s+/).filter((word) => word !== ""))

/** Whether a name in one spelling holds no word, but common ones. */
export const isCommon = (plainName: string): boolean => plainName.split(" ").every((word) => common.has(word) || /^\d+$/.test(word))
