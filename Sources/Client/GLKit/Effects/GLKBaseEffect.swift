import Foundation
import OpenGLES

/// Lights, textures and fog of OpenGL ES 1.1, for programs without shaders of their own.
///
/// `prepareToDraw()` uses a program that is generated for the enabled lights, textures and fog, and sets its uniforms.
/// Each combination has one program, shared by the contexts of a share group. Lighting is computed in eye space, with
/// the viewer at infinity. *Source*: Apple, GLKBaseEffect.h, with the defaults; the equations are those of OpenGL ES
/// 1.1.
open class GLKBaseEffect: NSObject, GLKNamedEffect {
    /// Whether vertices' colours replace the material's ambient and diffuse colours; false at first.
    open var colorMaterialEnabled = GLboolean(GL_FALSE)
    /// Whether back faces are lit with reversed normals; false at first.
    open var lightModelTwoSided = GLboolean(GL_FALSE)
    /// Whether vertices without an array of colours have `constantColor`; true at first.
    ///
    /// An enabled array of colours takes precedence, because public programs draw coloured vertices without changing
    /// this. If false, such vertices have the colour that `glVertexAttrib` has set.
    open var useConstantColor = GLboolean(GL_TRUE)
    /// The transforms of vertices.
    public final let transform = GLKEffectPropertyTransform()
    /// The first light; disabled at first.
    public final let light0: GLKEffectPropertyLight
    /// The second light; disabled at first.
    public final let light1: GLKEffectPropertyLight
    /// The third light; disabled at first.
    public final let light2: GLKEffectPropertyLight
    /// Whether lighting is computed at vertices, as at first, or at pixels.
    open var lightingType = GLKLightingType.perVertex
    /// The ambient light once any light is enabled; 0.2 of white at first.
    open var lightModelAmbientColor = GLKVector4(v: (0.2, 0.2, 0.2, 1))
    /// The material of surfaces.
    public final let material = GLKEffectPropertyMaterial()
    /// The first texture, with coordinates from `GLKVertexAttrib.texCoord0`; disabled at first.
    public final let texture2d0: GLKEffectPropertyTexture
    /// The second texture, with coordinates from `GLKVertexAttrib.texCoord1`; disabled at first.
    public final let texture2d1: GLKEffectPropertyTexture
    /// The order of the textures; nil, as at first, for the first before the second. Textures of other effects are
    /// ignored.
    open var textureOrder: [GLKEffectPropertyTexture]?
    /// The colour of vertices without an array of colours; white at first.
    open var constantColor = GLKVector4(v: (1, 1, 1, 1))
    /// Fog; disabled at first.
    public final let fog = GLKEffectPropertyFog()
    /// A name for debugging.
    open var label: String? = "GLKBaseEffect"

    /// Makes an effect that draws in `constantColor`.
    public override init() {
        (light0, light1, light2) = (GLKEffectPropertyLight(), GLKEffectPropertyLight(), GLKEffectPropertyLight())
        (texture2d0, texture2d1) = (GLKEffectPropertyTexture(), GLKEffectPropertyTexture())
        super.init()
        for light in [light0, light1, light2] {
            light.enabled = GLboolean(GL_FALSE)
            light.transform = transform
        }
        for texture in [texture2d0, texture2d1] { texture.enabled = GLboolean(GL_FALSE) }
        textureOrder = [texture2d0, texture2d1]
    }

    /// The last program, with its share group and options.
    private var latest: (group: EAGLSharegroup, options: EffectOptions, program: EffectProgram)?

    /// The enabled lights, with their indices.
    private var shining: [(Int, GLKEffectPropertyLight)] {
        [(0, light0), (1, light1), (2, light2)].filter { $0.1.enabled != 0 }
    }

    /// The textures to draw, in order, with their units.
    private var drawn: [(Int, GLKEffectPropertyTexture)] {
        var seen: Set<Int> = []
        return (textureOrder ?? [texture2d0, texture2d1]).compactMap { texture in
            let unit = texture === texture2d0 ? 0 : texture === texture2d1 ? 1 : nil
            guard let unit, texture.enabled != 0, texture.target == .target2D, seen.insert(unit).inserted else {
                return nil
            }
            return (unit, texture)
        }
    }

    /// The options of the program.
    var options: EffectOptions {
        let lights = shining.map(\.0)
        return EffectOptions(
            lights: lights, isPerPixel: !lights.isEmpty && lightingType == .perPixel,
            isTwoSided: !lights.isEmpty && lightModelTwoSided != 0,
            usesColorMaterial: !lights.isEmpty && colorMaterialEnabled != 0,
            textures: drawn.map { EffectOptions.Texture(unit: $0.0, mode: $0.1.envMode) },
            fog: fog.enabled != 0 ? GLKFogMode(rawValue: fog.mode) ?? .exp : nil)
    }

    /// Uses the effect's program, with the present properties, and binds its textures to units 0 and 1.
    ///
    /// Does nothing without a current context. *Source*: Apple, GLKBaseEffect.prepareToDraw(): the current program and
    /// the bound textures are not restored.
    open func prepareToDraw() {
        guard let group = EAGLContext.current()?.sharegroup else { return }
        let options = options
        if latest?.group !== group || latest?.options != options {
            latest = (group, options, group.program("\(options)") { EffectProgram(options) })
        }
        guard let program = latest?.program, program.name != 0 else { return }
        glUseProgram(program.name)
        program.set("modelview", transform.modelviewMatrix)
        program.set("projection", transform.projectionMatrix)
        program.set("normalMatrix", transform.normalMatrix)
        if useConstantColor != 0 {
            let color = constantColor
            glVertexAttrib4f(GLuint(GLKVertexAttrib.color.rawValue), color.r, color.g, color.b, color.a)
        }
        setLights(program)
        for (unit, texture) in drawn {
            glActiveTexture(GLenum(GL_TEXTURE0) + GLenum(unit))
            glBindTexture(GLenum(GL_TEXTURE_2D), texture.name)
            program.set("texture\(unit)", unit)
        }
        glActiveTexture(GLenum(GL_TEXTURE0))
        program.set("fogColor", fog.color)
        program.set("fogDensity", fog.density)
        program.set("fogStart", fog.start)
        program.set("fogEnd", fog.end)
    }

    private func setLights(_ program: EffectProgram) {
        program.set("modelAmbient", lightModelAmbientColor)
        program.set("materialAmbient", material.ambientColor)
        program.set("materialDiffuse", material.diffuseColor)
        program.set("materialSpecular", material.specularColor)
        program.set("materialEmissive", material.emissiveColor)
        program.set("shininess", material.shininess)
        for (i, light) in shining {
            program.set("lightPosition\(i)", light.eyePosition)
            program.set("lightAmbient\(i)", light.ambientColor)
            program.set("lightDiffuse\(i)", light.diffuseColor)
            program.set("lightSpecular\(i)", light.specularColor)
            program.set("spotDirection\(i)", light.eyeDirection)
            program.set("spotExponent\(i)", light.spotExponent)
            program.set(
                "spotCosine\(i)", light.spotCutoff == 180 ? -1 : cosf(GLKMathDegreesToRadians(light.spotCutoff)))
            program.set(
                "attenuation\(i)",
                GLKVector3Make(light.constantAttenuation, light.linearAttenuation, light.quadraticAttenuation))
        }
    }
}
