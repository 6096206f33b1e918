import { useState } from "react";
import { Button } from "../controls.tsx";
import { StaffIcon } from "../icon.tsx";
import { MaterialDialog } from "../library/material-dialog.tsx";
import { MaterialRows } from "../library/material-rows.tsx";
import { PageSection } from "../page-head.tsx";
import type { SectionProps } from "./section-props.ts";

export function MaterialSection({ page, onNews }: SectionProps) {
  const { classId, materials, mayTeach } = page;
  const [isOpen, setOpen] = useState(false);
  const finish = (news: string) => {
    setOpen(false);
    onNews(news);
  };
  return (
    <PageSection id="material" title="Material" count={materials.length}>
      {materials.length > 0 ? <MaterialRows materials={materials} mayChange={mayTeach} onNews={onNews} /> : null}
      {mayTeach ? (
        <div>
          <Button look="line" onClick={() => setOpen(true)}>
            <StaffIcon name="plus" />
            Add material
          </Button>
        </div>
      ) : null}
      {isOpen ? <MaterialDialog place={{ classId }} onDone={finish} onClose={() => setOpen(false)} /> : null}
    </PageSection>
  );
}
