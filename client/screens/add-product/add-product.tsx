import { useState } from 'react'
import { titled } from '#client/parts/site.ts'
import { RoleOnly } from '#client/session/role-only.tsx'
import { ProductForm } from './product-form.tsx'

export const meta = titled('Add A Product')

export default function AddProductScreen() {
  const [sheet, setSheet] = useState(0)
  return (
    <>
      <h1 className="mb-6">Add A Product</h1>
      <RoleOnly role="seller">
        <ProductForm key={sheet} onStartAfresh={() => setSheet(sheet + 1)} />
      </RoleOnly>
    </>
  )
}
