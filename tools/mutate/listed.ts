import { ofMachinery } from './listed/machinery.ts'
import { ofOrders } from './listed/orders.ts'
import { ofPayments } from './listed/payments.ts'
import { ofPeople } from './listed/people.ts'
import { fromLists } from './mutation.ts'

/** Mutations by hand that tests once missed, or must go on catching. */
export const listedMutations = fromLists(ofOrders, ofPayments, ofPeople, ofMachinery)
