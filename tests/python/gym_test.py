"""corten.gym gives Gymnasium's observations, rewards and terminations, from the same seeds and actions."""

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")
pytest.importorskip("mujoco")

import corten.gym  # noqa: E402
from gymnasium.error import ResetNeeded  # noqa: E402
from gymnasium.vector import AutoresetMode  # noqa: E402

WORLDS = 3


def agree(ours: object, theirs: object, tolerance: float, what: object) -> None:
    np.testing.assert_allclose(ours, theirs, rtol=tolerance, atol=tolerance, err_msg=str(what))


# Trajectories of two engines drift apart from rounding; 1e-6 holds for 50 steps of an episode.
@pytest.mark.parametrize("name", corten.gym.TASKS)
def test_agrees_with_gymnasium(name: str) -> None:
    theirs = gymnasium.make_vec(f"{name}-v5", WORLDS, vectorization_mode="sync")
    ours = gymnasium.make_vec(f"corten/{name}-v5", WORLDS)
    assert ours.single_observation_space == theirs.single_observation_space
    assert ours.single_action_space == theirs.single_action_space
    a, info_a = ours.reset(seed=11)
    b, info_b = theirs.reset(seed=11)
    agree(a, b, 1e-9, "reset")
    assert info_a.keys() == info_b.keys()
    theirs.action_space.seed(5)
    for step in range(50):
        actions = theirs.action_space.sample()
        mine, wanted = ours.step(actions), theirs.step(actions)
        for k, part in enumerate(("observations", "rewards", "terminations", "truncations")):
            agree(mine[k], wanted[k], 1e-6, (part, step))
            assert mine[k].dtype == wanted[k].dtype and mine[k].shape == wanted[k].shape
        assert mine[4].keys() == wanted[4].keys()
        for key, value in wanted[4].items():
            agree(mine[4][key], value, 1e-6, (key, step))


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_episodes_end_and_begin(mode: AutoresetMode) -> None:
    """Episodes of the Hopper end by falling or by the limit of 20 steps, in Gymnasium in the same steps."""
    ours = gymnasium.make_vec("corten/Hopper-v5", 4, autoreset_mode=mode, max_episode_steps=20)
    one = lambda: gymnasium.make("Hopper-v5", max_episode_steps=20)  # noqa: E731
    theirs = gymnasium.vector.SyncVectorEnv([one] * 4, autoreset_mode=mode)
    ours.reset(seed=3), theirs.reset(seed=3)
    rng = np.random.default_rng(0)
    ends = np.zeros(2, dtype=int)
    for step in range(90):
        actions = rng.uniform(-1, 1, (4, 3)).astype(np.float32)
        mine, wanted = ours.step(actions), theirs.step(actions)
        for k in range(4):
            agree(mine[k], wanted[k], 1e-6, (k, step))
        ends += [mine[2].sum(), mine[3].sum()]
        assert mine[4].keys() == wanted[4].keys()
        for key in set(wanted[4]) - {"final_obs", "final_info"}:
            agree(mine[4][key], wanted[4][key], 1e-6, (key, step))
        done = mine[2] | mine[3]
        if mode == AutoresetMode.SAME_STEP and done.any():
            assert (mine[4]["_final_obs"] == done).all() and mine[4]["final_info"].keys() == wanted[4]["final_info"].keys()
            for i in np.flatnonzero(done):
                agree(mine[4]["final_obs"][i], wanted[4]["final_obs"][i], 1e-6, step)
        if mode == AutoresetMode.DISABLED and done.any():
            with pytest.raises(ResetNeeded, match="reset_mask"):
                ours.step(actions)
            agree(
                ours.reset(options={"reset_mask": done})[0], theirs.reset(options={"reset_mask": done})[0], 1e-6, step
            )
    assert (ends > 2).all(), ends


def test_seeds() -> None:
    env = gymnasium.make_vec("corten/Walker2d-v5", 3)
    first, _ = env.reset(seed=7)
    assert env.np_random_seed == (7, 8, 9)
    again, _ = env.reset(seed=[9, 8, 7])
    assert np.array_equal(first, again[::-1])
    other, _ = env.reset()
    assert not np.array_equal(other, again)
    actions = np.full((3, 6), 0.3, dtype=np.float32)
    env.reset(seed=7)
    path = [env.step(actions)[0] for _ in range(30)]
    one_thread = gymnasium.make_vec("corten/Walker2d-v5", 3, threads=1)
    one_thread.reset(seed=7)
    assert all(np.array_equal(one_thread.step(actions)[0], p) for p in path)


def test_a_reset_disturbs_no_other_world() -> None:
    a, b = (gymnasium.make_vec("corten/Ant-v5", 2, autoreset_mode="Disabled") for _ in range(2))
    actions = np.full((2, 8), 0.5, dtype=np.float32)
    for env in (a, b):
        env.reset(seed=1)
    for step in range(20):
        if step == 10:
            b.reset(seed=5, options={"reset_mask": np.array([True, False])})
        x, y = a.step(actions), b.step(actions)
        assert np.array_equal(x[0][1], y[0][1]) and x[1][1] == y[1][1]
    assert not np.array_equal(x[0][0], y[0][0])


def test_arguments_of_a_task() -> None:
    kwargs = {"healthy_z_range": (0.3, 0.9), "ctrl_cost_weight": 0.1, "include_cfrc_ext_in_observation": False}
    theirs = gymnasium.make("Ant-v5", exclude_current_positions_from_observation=False, **kwargs)
    ours = gymnasium.make_vec("corten/Ant-v5", exclude_current_positions_from_observation=False, **kwargs)
    agree(ours.reset(seed=2)[0][0], theirs.reset(seed=2)[0], 1e-9, "reset")
    action = np.linspace(-1, 1, 8, dtype=np.float32)
    for _ in range(10):
        mine, wanted = ours.step(action[None]), theirs.step(action)
        agree(mine[0][0], wanted[0], 1e-6, "observations")
        agree(mine[1][0], wanted[1], 1e-6, "rewards")
    bare = gymnasium.make_vec("corten/Humanoid-v5", include_cinert_in_observation=False)
    assert bare.single_observation_space.shape == (348 - 130,)


def test_states() -> None:
    env = gymnasium.make_vec("corten/InvertedPendulum-v5", 2)
    assert env.set_state([0.1, 0.05], [0, 0]).tolist() == [[0.1, 0.05, 0, 0]] * 2
    env.set_state([0, 0.5], [0, 0], mask=np.array([False, True]))
    _, rewards, terminations, _, infos = env.step(np.zeros((2, 1)))
    assert terminations.tolist() == [False, True] and rewards.tolist() == [1, 0]
    assert infos["reward_survive"].tolist() == [1, 0]


def test_wrong_arguments() -> None:
    make = lambda **k: gymnasium.make_vec("corten/Hopper-v5", **k)  # noqa: E731
    with pytest.raises(ValueError, match="num_envs must be at least 1"):
        make(num_envs=0)
    with pytest.raises(ValueError, match="draws no pictures"):
        make(render_mode="human")
    with pytest.raises(ValueError, match="'NextStep', 'SameStep', 'Disabled'"):
        make(autoreset_mode="Sometimes")
    with pytest.raises(FileNotFoundError, match="hoper.xml"):
        make(xml_file="hoper.xml")
    with pytest.raises(TypeError, match="healthy_y_range"):
        make(healthy_y_range=(0, 1))
    with pytest.raises(ValueError, match="healthy_z_range: 2.0 is above 1.0"):
        make(healthy_z_range=(2, 1))
    with pytest.raises(TypeError, match="frame_skip is a whole number"):
        make(frame_skip=1.5)
    env = make(num_envs=2)
    with pytest.raises(ResetNeeded, match="reset before step"):
        env.step(np.zeros((2, 3)))
    with pytest.raises(ResetNeeded, match="all worlds first"):
        env.reset(options={"reset_mask": np.array([True, False])})
    env.reset(seed=0)
    with pytest.raises(ValueError, match=r"shape \(3,\), not \(2, 3\)"):
        env.step(np.zeros(3))
    with pytest.raises(TypeError, match="must be numbers"):
        env.step([["a"] * 3] * 2)
    with pytest.raises(ValueError, match="3 seeds for 2 worlds"):
        env.reset(seed=[1, 2, 3])
    with pytest.raises(TypeError, match="seed is an integer"):
        env.reset(seed="one")
    for mask in ([True], np.array([1, 0])):
        with pytest.raises(ValueError, match="2 booleans"):
            env.reset(options={"reset_mask": mask})
    with pytest.raises(ValueError, match="no world"):
        env.reset(options={"reset_mask": np.array([False, False])})
    with pytest.raises(ValueError, match=r"qpos has the shape"):
        env.set_state([0, 0], np.zeros(6))
    with pytest.raises(KeyError, match="tors"):
        gymnasium.make_vec("corten/Ant-v5", main_body="tors")
