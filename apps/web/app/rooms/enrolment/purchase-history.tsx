import { formatDay, formatRupees } from "../../lib/format.ts";
import { useClassroom } from "../../portal/classroom.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";

export const meta = () => [{ title: "Purchase History" }, { name: "robots", content: "noindex" }];

export default function PurchaseHistory() {
  const { purchases, institute } = useClassroom();
  return (
    <>
      <h1>Purchase History</h1>
      {purchases.length === 0 ? (
        <Empty title="Nothing bought yet">
          <p className="text-ink-2">What you buy is listed here with its invoice.</p>
          <ButtonLink to="/dashboard/allcourses">See all courses</ButtonLink>
        </Empty>
      ) : (
        <ul className="notices">
          {purchases.map(({ _id, course, purchasedDate }) => (
            <li key={_id}>
              <img src={course.courseImage} alt="" width="80" height="60" />
              <div className="grow">
                <h2>{course.courseName}</h2>
                <p className="text-s text-ink-2">{formatDay(purchasedDate, institute)}</p>
              </div>
              <b className="font-head">{formatRupees(course.price)}</b>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
