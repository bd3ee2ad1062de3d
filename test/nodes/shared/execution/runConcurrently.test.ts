import { chainsOf, runConcurrently } from '../../../../nodes/shared/execution/runConcurrently';

const settle = async () => await new Promise((resolve) => setImmediate(resolve));

/** Work that ends on demand. */
function desk() {
	const open = new Map<number, { end: () => void; fail: () => void }>();
	const started: number[] = [];
	const work = async (index: number) =>
		await new Promise<string>((resolve, reject) => {
			started.push(index);
			open.set(index, {
				end: () => resolve(`done ${index}`),
				fail: () => reject(new Error(`failed ${index}`)),
			});
		});
	const finish = async (how: 'end' | 'fail', index: number) => {
		open.get(index)?.[how]();
		await settle();
	};
	return { started, work, finish };
}

const alone = (amount: number) => chainsOf(Array.from({ length: amount }, () => undefined));

it('starts as many as are allowed, in order, and the next when one has ended', async () => {
	const { started, work, finish } = desk();
	const onFailure = jest.fn();
	const outcomes = runConcurrently(alone(4), { most: 2, work, onFailure });
	expect(started).toEqual([0, 1]);
	await finish('end', 1);
	expect(started).toEqual([0, 1, 2]);
	for (const index of [0, 2]) await finish('end', index);
	await finish('end', 3);
	const { done, failures } = await outcomes;
	expect([...done].sort()).toEqual([0, 1, 2, 3].map((index) => [index, `done ${index}`]));
	expect(failures.size).toBe(0);
	expect(onFailure).not.toHaveBeenCalled();
});

it('starts nothing after a failure, and waits for what is under way', async () => {
	const { started, work, finish } = desk();
	const onFailure = jest.fn();
	const outcomes = runConcurrently(alone(5), { most: 3, work, onFailure });
	await finish('fail', 1);
	expect(onFailure).toHaveBeenCalledTimes(1);
	await finish('end', 0);
	await finish('fail', 2);
	const { done, failures } = await outcomes;
	expect(started).toEqual([0, 1, 2]);
	expect([...done.keys()]).toEqual([0]);
	expect([...failures.keys()]).toEqual([1, 2]);
});

it('keeps the order of what has the same target, and of nothing else', async () => {
	expect(chainsOf(['a', undefined, 'b', 'a', undefined])).toEqual([[0, 3], [1], [2], [4]]);
	const { started, work, finish } = desk();
	const outcomes = runConcurrently([[0, 2], [1]], { most: 9, work, onFailure: jest.fn() });
	expect(started).toEqual([0, 1]);
	await finish('end', 1);
	expect(started).toEqual([0, 1]);
	await finish('end', 0);
	expect(started).toEqual([0, 1, 2]);
	await finish('end', 2);
	expect((await outcomes).done.size).toBe(3);
});

it('does not take up the next of a chain after a failure elsewhere', async () => {
	const { started, work, finish } = desk();
	const outcomes = runConcurrently([[0, 2], [1]], { most: 9, work, onFailure: jest.fn() });
	await finish('fail', 1);
	await finish('end', 0);
	await outcomes;
	expect(started).toEqual([0, 1]);
});
