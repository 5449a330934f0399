"""What MuJoCo has and this package has not: it can be named and imported, and says so when it is used."""

from __future__ import annotations

from typing import Any, NoReturn


class Missing(NotImplementedError, AttributeError):
    """A field of MuJoCo that is not here: `hasattr` is False, whoever reads it learns why."""


def refuse(name: str) -> NoReturn:
    raise Missing(f"corten.mujoco has no {name}")


class Absent:
    """In the place of an array that is not here. Programs may look it up among others; using it raises."""

    def __init__(self, name: str) -> None:
        object.__setattr__(self, "_name", name)

    def _raise(self, *args: Any, **kwargs: Any) -> NoReturn:
        refuse(self._name)

    __getitem__ = __setitem__ = __len__ = __iter__ = __array__ = __bool__ = __setattr__ = __eq__ = _raise
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __matmul__ = __rmatmul__ = _raise
    __hash__ = None  # type: ignore[assignment]

    def __getattr__(self, name: str) -> NoReturn:
        if name.startswith("__"):
            raise AttributeError(name)
        refuse(self._name)

    def __repr__(self) -> str:
        return f"<corten.mujoco has no {self._name}>"


class Field:
    """A field of a class: its object is asked for the value once and keeps it, if it can be kept."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __get__(self, owner: Any, kind: type | None = None) -> Any:
        return self if owner is None else owner._read(self.name)


def _function(name: str) -> Any:
    def missing(*args: Any, **kwargs: Any) -> NoReturn:
        raise NotImplementedError(f"corten.mujoco has no mujoco.{name}")

    missing.__name__ = missing.__qualname__ = name
    missing.__doc__ = f"mujoco.{name}: raises NotImplementedError."
    return missing


def _class(name: str) -> type:
    def refuse_to_be(self: Any, *args: Any, **kwargs: Any) -> NoReturn:
        raise NotImplementedError(f"corten.mujoco has no mujoco.{name}")

    return type(name, (), {"__init__": refuse_to_be, "__module__": "mujoco", "__doc__": "Raises NotImplementedError."})


FUNCTIONS = frozenset(
    """
get_mjcb_act_bias get_mjcb_act_dyn get_mjcb_act_gain get_mjcb_contactfilter get_mjcb_control get_mjcb_passive
get_mjcb_sensor get_mjcb_time get_mju_user_free get_mju_user_malloc get_mju_user_warning mj_Euler mj_RungeKutta
mj_actuatorInputName mj_addContact mj_addM mj_angmomMat mj_applyFT mj_camlight mj_checkAcc mj_checkPos
mj_checkVel mj_clearCache mj_collision mj_comPos mj_comVel mj_compareFwdInv mj_constraintUpdate mj_contactForce
mj_copyData mj_copyState mj_crb mj_defaultLROpt mj_defaultOption mj_defaultSolRefImp mj_defaultVisual
mj_differentiatePos mj_energyPos mj_energyVel mj_extractState mj_factorM mj_flex mj_forward mj_forwardSkip
mj_fullM mj_fwdAcceleration mj_fwdActuation mj_fwdConstraint mj_fwdKinematics mj_fwdPosition mj_fwdVelocity
mj_geomDistance mj_getCache mj_getCacheCapacity mj_getCacheSize mj_getState mj_getTotalmass mj_id2name
mj_implicit mj_initCtrlHistory mj_initSensorHistory mj_integratePos mj_invConstraint mj_invPosition
mj_invVelocity mj_inverse mj_inverseSkip mj_isDual mj_isPyramidal mj_isSparse mj_island mj_jac mj_jacBody
mj_jacBodyCom mj_jacDot mj_jacGeom mj_jacPointAxis mj_jacSite mj_jacSubtreeCom mj_kinematics
mj_loadAllPluginLibraries mj_loadPluginLibrary mj_local2Global mj_makeConstraint mj_makeM mj_maxContact
mj_mulJacTVec mj_mulJacVec mj_mulM mj_mulM2 mj_multiRay mj_name2id mj_normalizeQuat mj_objectAcceleration
mj_objectVelocity mj_passive mj_printData mj_printFormattedData mj_printFormattedModel mj_printFormattedScene
mj_printModel mj_printScene mj_printSchema mj_projectConstraint mj_ray mj_rayFlex mj_rayHfield mj_rayMesh
mj_readCtrl mj_readSensor mj_referenceConstraint mj_resetCallbacks mj_resetCtrl mj_resetData mj_resetDataDebug
mj_resetDataKeyframe mj_rne mj_rnePostConstraint mj_saveLastXML mj_saveModel mj_sensorAcc mj_sensorPos
mj_sensorVel mj_setCacheCapacity mj_setConst mj_setKeyframe mj_setLengthRange mj_setState mj_setTotalmass
mj_sizeModel mj_solveM mj_solveM2 mj_stateSize mj_step mj_step1 mj_step2 mj_subtreeVel mj_tendon mj_transmission
mj_version mj_versionString mjd_inverseFD mjd_quatIntegrate mjd_subQuat mjd_transitionFD mjr_addAux mjr_blitAux
mjr_blitBuffer mjr_changeFont mjr_defaultRendererInfo mjr_drawPixels mjr_figure mjr_findRect mjr_finish
mjr_getError mjr_getRendererInfo mjr_label mjr_maxViewport mjr_overlay mjr_readPixels mjr_rectangle mjr_render
mjr_resizeOffscreen mjr_restoreBuffer mjr_setAux mjr_setBuffer mjr_text mjr_uploadHField mjr_uploadMesh
mjr_uploadTexture mju_Halton mju_L1 mju_add mju_add3 mju_addScl mju_addScl3 mju_addTo mju_addTo3 mju_addToScl
mju_addToScl3 mju_axisAngle2Quat mju_band2Dense mju_bandDiag mju_bandMulMatVec mju_boxQP mju_cholFactor
mju_cholFactorBand mju_cholSolve mju_cholSolveBand mju_cholUpdate mju_clip mju_copy mju_copy3 mju_copy4
mju_cross mju_d2n mju_decodePyramid mju_dense2Band mju_dense2sparse mju_derivQuat mju_dist3 mju_dot mju_dot3
mju_eig3 mju_encodePyramid mju_euler2Quat mju_eye mju_f2n mju_fill mju_getXMLDependencies mju_insertionSort
mju_insertionSortInt mju_isBad mju_isZero mju_mat2Quat mju_mat2Rot mju_max mju_min mju_mulMatMat mju_mulMatMatT
mju_mulMatTMat mju_mulMatTVec mju_mulMatTVec3 mju_mulMatVec mju_mulMatVec3 mju_mulPose mju_mulQuat
mju_mulQuatAxis mju_mulVecMatVec mju_muscleBias mju_muscleDynamics mju_muscleGain mju_n2d mju_n2f mju_negPose
mju_negQuat mju_norm mju_norm3 mju_normalize mju_normalize3 mju_normalize4 mju_printMat mju_printMatSparse
mju_quat2Mat mju_quat2Vel mju_quatIntegrate mju_quatZ2Vec mju_rayGeom mju_raySkin mju_rotVecQuat mju_round
mju_scl mju_scl3 mju_sigmoid mju_sign mju_sparse2dense mju_springDamper mju_sqrMatTD mju_standardNormal
mju_str2Type mju_sub mju_sub3 mju_subFrom mju_subFrom3 mju_subQuat mju_sum mju_sym2dense mju_symmetrize
mju_threadpool mju_transformSpatial mju_transpose mju_trnVecPose mju_type2Str mju_unit4 mju_warningText
mju_writeLog mju_writeNumBytes mju_zero mju_zero3 mju_zero4 mjv_addGeoms mjv_alignToCamera mjv_applyPerturbForce
mjv_applyPerturbPose mjv_averageCamera mjv_camera2GLCamera mjv_cameraFrame mjv_cameraFrustum mjv_cameraInModel
mjv_cameraInRoom mjv_connector mjv_defaultCamera mjv_defaultFigure mjv_defaultFreeCamera mjv_defaultOption
mjv_defaultPerturb mjv_frustumHeight mjv_initGeom mjv_initPerturb mjv_makeLights mjv_model2room mjv_moveCamera
mjv_moveModel mjv_movePerturb mjv_room2model mjv_select mjv_updateCamera mjv_updateScene mjv_updateSkin
set_mjcb_act_bias set_mjcb_act_dyn set_mjcb_act_gain set_mjcb_contactfilter set_mjcb_control set_mjcb_passive
set_mjcb_sensor set_mjcb_time set_mju_user_free set_mju_user_malloc set_mju_user_warning from_zip to_zip
""".split()
)

CLASSES = frozenset(
    """
MjByteVec MjCharVec MjContact MjData MjDoubleVec MjFloatVec MjIntVec MjLROpt MjLogConfig MjLogMessage MjModel
MjOption MjPreContact MjSolverStat MjSpec MjStatistic MjStringVec MjTimerStat MjVfs MjVisual MjVisualHeadlight
MjVisualRgba MjWarningStat MjrContext MjrRect MjrRendererInfo MjrVertexAttribute MjsActuator MjsAuthored MjsBody
MjsCamera MjsCompiler MjsDefault MjsElement MjsEquality MjsExclude MjsFlex MjsFrame MjsGeom MjsHField MjsJoint
MjsKey MjsLight MjsMaterial MjsMesh MjsNumeric MjsOrientation MjsPair MjsPlugin MjsSensor MjsSite MjsSkin
MjsTendon MjsTendonPath MjsText MjsTexture MjsTuple MjsWrap MjvCamera MjvFigure MjvGLCamera MjvGeom MjvLight
MjvOption MjvPerturb MjvScene GLContext Renderer
""".split()
)


def stand_in(name: str) -> Any:
    """For a name of MuJoCo's module: what raises when it is called. AttributeError if MuJoCo has no such name."""
    if name in FUNCTIONS:
        return _function(name)
    if name in CLASSES:
        return _class(name)
    raise AttributeError(f"module 'mujoco' has no attribute '{name}'")
