/// All examples, in the order of the gallery.
public let gallery: [Example] = [
    spinningSquares, springDrop, turningCards, contentsGravities, ninePartButton, maskedPortrait, groupOpacity,
    implicitMoves, layerTime, keyframePath, pathRides, cubicKeyframes, drawnLine, morphingStar,
    shapeStickFigure, shapeCorners, gradientTwo, gradientThree, scroll,
    gradients, shadows, textPlain, textRich, textKinds,
    drawnSheet, partialRedraw, animatedDial,
    controls,
    filters,
    lottieDocument,
    replicatorCircle, replicatorReflection, replicatorDelays,
    tiled, tiledMap,
    transformPlanes, twoCubes, glTriangle, video, video3D, drawableMarcher, drawableGL,
    emitterExplosion, emitterFollow, emitterRain, emitterLikeButton, emitterShapes, emitterColour, emitterCone,
    emitterForces, emitterSubcells,
]
