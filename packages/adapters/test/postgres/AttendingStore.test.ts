import { attendingStoreContract } from "../contract/AttendingStore.js"
import { engines, newDatabase } from "../support/database.js"

for (const engine of engines) attendingStoreContract(engine.name, newDatabase(engine))
