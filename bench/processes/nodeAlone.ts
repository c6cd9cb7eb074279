/** An idle process with nothing in it: the memory baseline without Daybook and Effect. */
process.once("message", () => {
  const end = () => process.exit()
  process.once("SIGTERM", end).once("disconnect", end)
  process.send?.({ answer: null })
})
