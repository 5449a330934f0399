"""Learns to control a task of Gymnasium with an evolution strategy in numpy, on Corten or on MuJoCo.

    python examples/python/evolve.py --backend corten
    python examples/python/evolve.py --backend mujoco --task InvertedPendulum-v5 --seed 1

The policy is linear in the observation, action = tanh(W o + b) scaled to the range of actions. Each generation draws
directions e_i, plays theta + s e_i and theta - s e_i for an episode each, and moves by

    theta += a / (n sigma_R) sum_i (R_i+ - R_i-) e_i

over the n best directions, where R are returns and sigma_R their spread. It ends when theta itself reaches the goal in
several episodes that it has not seen.
"""

import argparse
import sys
import time

import numpy as np


class Player:
    """Plays episodes of a task with a policy given by its numbers."""

    def __init__(self, task: str, seed: int) -> None:
        import gymnasium

        self.env = gymnasium.make(task)
        self.goal = self.env.spec.reward_threshold or float("inf")
        space = self.env.action_space
        self.mid, self.half = (space.high + space.low) / 2, (space.high - space.low) / 2
        self.shape = (len(self.mid), self.env.observation_space.shape[0] + 1)
        self.episode = 1000 * seed

    def play(self, theta: np.ndarray, episode: int | None = None) -> float:
        """The return of an episode; a new one if none is named."""
        if episode is None:
            self.episode += 1
            episode = self.episode
        weights, total, over = theta.reshape(self.shape), 0.0, False
        observation, _ = self.env.reset(seed=episode)
        while not over:
            action = self.mid + self.half * np.tanh(weights[:, :-1] @ observation + weights[:, -1])
            observation, reward, terminated, truncated, _ = self.env.step(action.astype(np.float32))
            total += float(reward)
            over = terminated or truncated
        return total


def evolve(player: Player, goal: float, seed: int, generations: int, quiet: bool) -> tuple[np.ndarray, float]:
    """The policy and the least return of its last examination."""
    rng = np.random.default_rng(seed)
    theta, width, rate, pairs, best = np.zeros(int(np.prod(player.shape))), 0.5, 0.5, 8, 4
    worst = -np.inf
    for generation in range(generations):
        examination = [player.play(theta, episode) for episode in range(5)]
        worst = min(examination)
        if not quiet:
            print(f"generation {generation}: returns {min(examination):.0f} to {max(examination):.0f}", flush=True)
        if worst >= goal:
            break
        directions = rng.standard_normal((pairs, len(theta)))
        returns = np.array([[player.play(theta + sign * width * e) for sign in (1, -1)] for e in directions])
        order = np.argsort(-returns.max(axis=1))[:best]
        spread = returns[order].std() + 1e-9
        theta = theta + rate / (best * spread) * (returns[order, 0] - returns[order, 1]) @ directions[order]
    return theta, worst


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--backend", choices=("corten", "mujoco"), default="corten")
    parser.add_argument("--task", default="InvertedPendulum-v5")
    parser.add_argument("--goal", type=float, help="return to reach (1000 is all there is in InvertedPendulum-v5)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--generations", type=int, default=50)
    parser.add_argument("--quiet", action="store_true")
    arguments = parser.parse_args()
    if arguments.backend == "corten":
        import corten.mujoco

        corten.mujoco.install()  # from here on `import mujoco` is Corten, in Gymnasium too
    start = time.perf_counter()
    player = Player(arguments.task, arguments.seed)
    goal = arguments.goal or (1000.0 if arguments.task == "InvertedPendulum-v5" else player.goal)
    _, worst = evolve(player, goal, arguments.seed, arguments.generations, arguments.quiet)
    reached = worst >= goal
    print(
        f"{arguments.task} on {arguments.backend}: return {worst:.0f} of {goal:.0f} after {player.episode - 1000 * arguments.seed} "
        f"episodes, {time.perf_counter() - start:.1f} s"
    )
    return 0 if reached else 1


if __name__ == "__main__":
    sys.exit(main())
