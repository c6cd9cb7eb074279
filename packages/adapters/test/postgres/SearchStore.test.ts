import { searchStoreContract } from "../contract/SearchStore.js"
import { newDatabase } from "../support/database.js"

searchStoreContract(newDatabase())
