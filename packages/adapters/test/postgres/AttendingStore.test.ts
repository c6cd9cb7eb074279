import { attendingStoreContract } from "../contract/AttendingStore.js"
import { newDatabase } from "../support/database.js"

attendingStoreContract(newDatabase())
